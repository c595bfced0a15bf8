package dev.oncemore.desk;

import dev.oncemore.desk.company.Companies;
import dev.oncemore.desk.company.KnownCompany;
import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.send.SendService;
import dev.oncemore.desk.sheet.Plural;
import dev.oncemore.desk.sheet.Sheets;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.ActTransaction;
import java.util.List;

/**
 * Renames or removes a company that was added by mistake, as long as nothing was sent under its name. The name is part of the key
 * of every document, so a company that was used stays as it is.
 */
public final class CompanyService {
    private final Companies companies;
    private final Sheets sheets;

    /** Companies of this desk. */
    public CompanyService(SendService sendService) {
        this.companies = sendService.companies();
        this.sheets = sendService.sheets();
    }

    /** All companies, as many as a page can show. */
    public List<KnownCompany> list() {
        return companies.list();
    }

    /** Renames a company, and with it its sheets that were not sent. */
    public Act<Boolean> rename(String name, String to, String who) {
        DocumentName.requireCompany(to);
        return Act.large(here -> {
            List<String> unsent = unused(here, name);
            if (!companies.replace(here, to, who)) {
                throw Rejected.conflict(
                        "the company " + to + " exists already; upload the files for it and remove " + name);
            }
            for (String id : unsent) {
                here.sql().update("UPDATE oncemore_sheet SET company = ? WHERE id = ?", to, id);
            }
            here.sql().update("UPDATE oncemore_sheet_heading SET company = ? WHERE company = ?", to, name);
            here.audit(who, "company renamed", name, "to " + to + (unsent.isEmpty() ? "" : ", " + told(unsent)));
            return true;
        });
    }

    /** Removes a company, and with it its sheets that were not sent. */
    public Act<Boolean> remove(String name, String who) {
        return Act.large(here -> {
            List<String> unsent = unused(here, name);
            here.sql().call(connection -> {
                for (String id : unsent) {
                    sheets.remove(connection, id);
                }
                return true;
            });
            here.sql().update("DELETE FROM oncemore_sheet_heading WHERE company = ?", name);
            here.audit(who, "company removed", name, told(unsent));
            return true;
        });
    }

    private static String told(List<String> unsent) {
        return unsent.isEmpty() ? "" : "with " + Plural.of(unsent.size(), "sheet") + " not sent";
    }

    /**
     * Forgets a company under which nothing was sent, and keeps its sheets from being sent until the end of the act.
     *
     * @return the ids of its sheets
     */
    private List<String> unused(ActTransaction here, String name) {
        // First: an upload for this company waits here, and then adds it again.
        companies.forget(here, name);
        if (here.sql()
                .first("SELECT customer FROM oncemore_billing_plan WHERE company = ? LIMIT 1", row -> true, name)
                .isPresent()) {
            throw Rejected.conflict("the company " + name + " has billing plans; remove them first");
        }
        List<Found> found = here.sql()
                .query(
                        "SELECT id, confirmed_at FROM oncemore_sheet WHERE company = ?",
                        row -> new Found(row.getString(1), row.getLong(2) != 0),
                        name);
        boolean areUnsent = here.sql().call(connection -> {
            boolean areOpen = true;
            for (Found sheet : found) {
                areOpen = areOpen && !sheet.isConfirmed() && sheets.holdOpen(connection, sheet.id());
            }
            return areOpen;
        });
        if (!areUnsent) {
            throw Rejected.conflict("documents of the company " + name + " were sent; it stays as it is");
        }
        return found.stream().map(Found::id).toList();
    }

    private record Found(String id, boolean isConfirmed) {}
}
