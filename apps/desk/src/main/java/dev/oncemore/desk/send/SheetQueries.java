package dev.oncemore.desk.send;

import dev.oncemore.connector.AccountingSystem;
import dev.oncemore.connector.Connectors;
import dev.oncemore.connector.Pace;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetContents;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.desk.sheet.Sheets;
import dev.oncemore.jdbc.SqlOperations;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.ActTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What sheets, their rows and their progress are: as everybody sees it, or as an act sees it before its commit. */
public final class SheetQueries {
    /** Older ones have come to their end, or to a hold that an estimate includes. */
    private static final int EARLIER_MAX = 20;

    private final Sheets sheets;
    private final SheetContents contents;
    private final SendStore sendings;
    private final Connectors connectors;

    SheetQueries(Sheets sheets, SheetContents contents, SendStore sendings, Connectors connectors) {
        this.sheets = sheets;
        this.contents = contents;
        this.sendings = sendings;
        this.connectors = connectors;
    }

    /** The same in the transaction of an act. */
    public SheetQueries within(ActTransaction here) {
        SqlOperations sql = here.sql();
        return new SheetQueries(sheets.within(sql), contents.within(sql), new SendStore(sql), connectors);
    }

    Sheets sheets() {
        return sheets;
    }

    /** The sheet with this id. */
    public Sheet sheet(String id) {
        return sheets.find(id).orElseThrow(() -> Rejected.notFound("there is no sheet " + id));
    }

    /** How many rows stand where. */
    public Map<RowState, Integer> counts(String id) {
        return sheets.rows().counts(id);
    }

    /** The summary of a sheet: "37 invoices, 1,204,500 without tax". */
    public String total(Sheet sheet) {
        return contents.total(sheet.id()).words(sheet.type());
    }

    /** What is valid, but probably a mistake. */
    public List<String> warnings(String id) {
        return contents.warnings(id);
    }

    /** Rows in their order, after this one. */
    public List<SheetRow> rows(String id, @Nullable RowState state, int after, int limit) {
        return sheets.rows().page(sheet(id).id(), state, after, limit);
    }

    /** One of them. */
    public SheetRow row(String id, int number) {
        return rows(id, null, number - 1, 1).stream()
                .filter(row -> row.row() == number)
                .findFirst()
                .orElseThrow(() -> Rejected.notFound("there is no row " + number + " in this sheet"));
    }

    /** How a sheet is sent. */
    public SendSettings sending(String id) {
        return sendings.of(id);
    }

    /** Where a sheet goes, and how far it is. Ask for this first: when nothing is under way any more, later counts are final. */
    public SheetProgress progress(Sheet sheet) {
        SendSettings sending = sending(sheet.id());
        String connector = sending.connector().isEmpty()
                ? connectors.names().stream().findFirst().orElse("")
                : sending.connector();
        return new SheetProgress(connector, sending.isPaused(), remaining(sheet));
    }

    /** How much of a sheet is left, and for how long. */
    public Remaining remaining(Sheet sheet) {
        int rows = sheet.isConfirmed() ? sheets.rows().underWay(sheet.id()) : 0;
        SendSettings sending = sending(sheet.id());
        AccountingSystem system = connectors.tryFind(sending.connector()).orElse(null);
        if (rows == 0 || system == null) {
            return new Remaining(rows, null, "");
        }
        if (sending.isPaused()) {
            return new Remaining(rows, null, "paused by " + sending.pausedBy());
        }
        Pace.Estimate estimate = system.pace().isMeasured()
                ? system.pace().estimate(documentsUpTo(sheet, system)).orElse(null)
                : null;
        String waiting = system.pace().held().map(Pace.Hold::why).orElse("");
        return new Remaining(rows, estimate, waiting);
    }

    /** How many documents go to a system until this sheet is done: those of earlier sheets are sent first. */
    private int documentsUpTo(Sheet sheet, AccountingSystem system) {
        List<String> ids = new ArrayList<>(List.of(sheet.id()));
        for (SendStore.Confirmed earlier : sendings.confirmedBefore(sheet, EARLIER_MAX)) {
            boolean isSame = connectors
                    .tryFind(earlier.sending().connector())
                    .filter(other -> other == system)
                    .isPresent();
            if (isSame && !earlier.sending().isPaused()) {
                ids.add(earlier.sheet());
            }
        }
        return sendings.documentsUnderWay(ids);
    }
}
