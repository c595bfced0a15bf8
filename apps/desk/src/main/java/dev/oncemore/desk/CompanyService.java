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
            int unsent = forgetUnused(here, name);
            if (!companies.replace(here, to, who)) {
                throw Rejected.conflict(
                        "the company " + to + " exists already; upload the files for it and remove " + name);
            }
            here.sql().update("UPDATE oncemore_sheet SET company = ? WHERE company = ?", to, name);
            here.sql().update("UPDATE oncemore_sheet_heading SET company = ? WHERE company = ?", to, name);
            here.audit(who, "company renamed", name, "to " + to + (unsent == 0 ? "" : ", " + told(unsent)));
            return true;
        });
    }

    /** Removes a company, and with it its sheets that were not sent. */
    public Act<Boolean> remove(String name, String who) {
        return Act.large(here -> {
            int unsent = forgetUnused(here, name);
            here.sql().call(connection -> {
                sheets.removeAll(connection, name);
                return true;
            });
            here.sql().update("DELETE FROM oncemore_sheet_heading WHERE company = ?", name);
            here.audit(who, "company removed", name, told(unsent));
            return true;
        });
    }

    private static String told(int unsent) {
        return unsent == 0 ? "" : "with " + Plural.of(unsent, "sheet") + " not sent";
    }

    /**
     * Forgets a company under which nothing was sent, and keeps its sheets from being sent until the end of the act. However many
     * sheets it has, each step is one statement.
     *
     * @return how many sheets it has
     */
    private int forgetUnused(ActTransaction here, String name) {
        // First: an upload for this company waits here, and then adds it again.
        companies.forget(here, name);
        if (here.sql()
                .first("SELECT customer FROM oncemore_billing_plan WHERE company = ? LIMIT 1", row -> true, name)
                .isPresent()) {
            throw Rejected.conflict("the company " + name + " has billing plans; remove them first");
        }
        // Before confirmed sheets are looked for: a confirmation now waits, or has committed before.
        int unsent = here.sql().call(connection -> sheets.holdAllOpen(connection, name));
        if (here.sql()
                .first(
                        "SELECT id FROM oncemore_sheet WHERE company = ? AND confirmed_at IS NOT NULL LIMIT 1",
                        row -> true,
                        name)
                .isPresent()) {
            throw Rejected.conflict("documents of the company " + name + " were sent; it stays as it is");
        }
        return unsent;
    }
}
