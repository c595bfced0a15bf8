package dev.oncemore.desk;

import dev.oncemore.desk.company.Companies;
import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.send.DocumentStatus;
import dev.oncemore.desk.send.ResendResult;
import dev.oncemore.desk.send.SendRequest;
import dev.oncemore.desk.send.SendService;
import dev.oncemore.desk.send.SheetQueries;
import dev.oncemore.desk.sheet.CheckResult;
import dev.oncemore.desk.sheet.Column;
import dev.oncemore.desk.sheet.Correction;
import dev.oncemore.desk.sheet.Download;
import dev.oncemore.desk.sheet.Plural;
import dev.oncemore.desk.sheet.RowEvent;
import dev.oncemore.desk.sheet.RowLog;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.RowTransition;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetContents;
import dev.oncemore.desk.sheet.SheetExport;
import dev.oncemore.desk.sheet.SheetFile;
import dev.oncemore.desk.sheet.SheetImport;
import dev.oncemore.desk.sheet.SheetList;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.desk.sheet.Sheets;
import dev.oncemore.desk.sheet.Total;
import dev.oncemore.desk.sheet.TypedRow;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.ActTransaction;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.task.schedule.ScheduleOptions;
import dev.oncemore.task.schedule.Schedules;
import dev.oncemore.time.Ids;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Everything that people can do with sheets; pages, endpoints and commands act through it. */
public final class SheetService {
    private static final String EVERY_NIGHT = "30 3 * * *";
    private static final String SCHEDULER = "desk";
    private static final String CORRECTED = "corrected, and not sent again yet";

    private final Sheets sheets;
    private final SheetContents contents;
    private final SheetImport sheetImport;
    private final SheetExport writeBack;
    private final Acts acts;
    private final SendService sendService;
    private final SheetQueries queries;

    /** Sheets whose documents go to this service once they are confirmed. */
    public SheetService(Acts acts, Ids ids, SendService sendService) {
        this.sheets = sendService.sheets();
        this.contents = sendService.contents();
        this.sheetImport = sendService.imports(acts, ids);
        this.writeBack = new SheetExport(sheets, contents);
        this.acts = acts;
        this.sendService = sendService;
        this.queries = sendService.queries();
    }

    /** Removes expired files and counts each night, on one of the nodes. */
    public Schedules schedule(Schedules schedules) {
        return schedules.cron(
                "desk-files",
                EVERY_NIGHT,
                ZoneOffset.UTC,
                ScheduleOptions.standard().queue(SendService.SCHEDULE_QUEUE),
                firing -> {
                    forgetFiles();
                    sendService.forgetRefusals();
                });
    }

    private void forgetFiles() {
        sendService.filesKept().ifPresent(kept -> {
            Act<Integer> forget = Act.large(here -> {
                int forgotten = contents.within(here.sql()).forget(sheets.now().minus(kept));
                if (forgotten > 0) {
                    here.audit(
                            SCHEDULER,
                            "files forgotten",
                            "of " + Plural.of(forgotten, "sheet"),
                            "older than " + kept.toDays() + " days");
                }
                return forgotten;
            });
            int forgotten;
            do {
                forgotten = acts.run(forget);
            } while (forgotten == SheetContents.FORGOTTEN_AT_ONCE);
        });
    }

    /** Whether documents go anywhere. */
    public boolean isConnected() {
        return sendService.isConnected();
    }

    /** Where sheets come in. */
    public SheetImport imports() {
        return sheetImport;
    }

    /** The file of a sheet with what became of its rows, or only those that were not created. */
    public Download download(String id, boolean isFailedOnly, String who) {
        Sheet sheet = sheet(id);
        return sheetImport
                .files()
                .run(
                        who,
                        checkpoint ->
                                isFailedOnly ? writeBack.failed(sheet, checkpoint) : writeBack.all(sheet, checkpoint));
    }

    /** Sends every document of a sheet that nothing is wrong with. */
    public Act<Boolean> confirm(String id, String who) {
        return Act.large(here -> {
            // Held first: what is checked here is what is sent.
            here.sql().call(connection -> sheets.holdOpen(connection, id));
            SheetQueries now = queries.within(here);
            Sheet sheet = now.sheet(id);
            sendService.requireConnected(here, sheet);
            if (!sheet.reading().isComplete()
                    && now.counts(id).values().stream().allMatch(count -> count == 0)) {
                throw Rejected.invalid("choose all columns of this sheet first");
            }
            contents.within(here.sql()).requireAnswered(sheet);
            List<SendRequest> requests = send(here, id, who);
            // Not before: until it is confirmed it can be read again.
            List<SheetRow> ended = here.sql().call(connection -> sheets.rows().ended(connection, id));
            RowLog.add(
                    here,
                    id,
                    ended.stream()
                            .map(row -> sendService.log().end(sheet, row, who))
                            .toList());
            here.audit(
                    who,
                    "sheet sent",
                    sheet.named(),
                    Plural.of(requests.size(), "document") + " of " + sheet.company());
            return true;
        });
    }

    private List<SendRequest> send(ActTransaction here, String id, String who) {
        List<SendRequest> requests = here.sql().call(connection -> {
            if (!sheets.confirm(connection, id)) {
                throw Rejected.conflict("this sheet is confirmed; resend its rows in Error one by one");
            }
            return sheets.rows().pending(connection, id).stream()
                    .map(document -> new SendRequest(id, document, 0, who))
                    .toList();
        });
        sendService.enqueue(here, id, requests);
        return requests;
    }

    /** Puts other values into a row that was not sent, or in vain; it is not sent by this. */
    public Act<SheetRow> correct(String id, int number, Map<Column, String> values, String who) {
        values.forEach((column, value) -> SheetFile.requireShort(number, column, value.strip()));
        return here -> {
            // Held first: otherwise a confirmation at the same time sends the document under its old number, and an
            // answer at the same time is to a question that nobody saw.
            here.sql().call(connection -> {
                sheets.hold(connection, id);
                return true;
            });
            SheetQueries now = queries.within(here);
            Sheet sheet = now.sheet(id);
            SheetRow old = now.row(id, number);
            if (!isOpen(sheet, old)) {
                throw Rejected.conflict(
                        "row " + number + " is " + old.state().word() + "; only what is in Error can be changed");
            }
            Map<Column, String> cells = new EnumMap<>(Column.class);
            cells.putAll(old.cells());
            values.forEach((column, value) -> cells.put(column, value.strip()));
            SheetRow edited = old.with(new TypedRow(number, cells));
            Correction.unclear(
                            sheet,
                            old,
                            edited,
                            () -> sheets.within(here.sql()).rows().documents(id))
                    .ifPresent(unclear -> {
                        throw Rejected.invalid(unclear);
                    });
            Correction correction = Correction.of(sheet, sheets.within(here.sql()), old, edited);
            correction.after().stream()
                    .filter(row -> row.document().equals(edited.document()) && !isOpen(sheet, row))
                    .findFirst()
                    .ifPresent(sent -> {
                        throw Rejected.conflict("the number " + edited.document() + " is that of row " + sent.row()
                                + ", which was sent already; use another");
                    });
            change(here, sheet, correction, number);
            String difference = difference(old, edited);
            RowLog.add(
                    here,
                    id,
                    List.of(sendService
                            .log()
                            .line(sheet, edited, RowEvent.ROW_EDITED, who, old.revision(), 0, 0, "", difference)));
            here.audit(
                    who,
                    "sheet row changed",
                    "row " + number + " of " + sheet.named(),
                    "was " + old.cells().values());
            return now.row(id, number);
        };
    }

    private void change(ActTransaction here, Sheet sheet, Correction correction, int number) {
        here.sql().call(connection -> {
            for (SheetRow row : correction.after()) {
                SheetRow was = correction.was(row);
                SheetRow judged =
                        isOpen(sheet, row) ? judged(sheet, row, number, correction.earlier(), correction.now()) : row;
                if (!judged.equals(was) && !sheets.rows().change(connection, sheet, was, judged)) {
                    throw Rejected.conflict("row " + row.row() + " has changed since; load it again");
                }
            }
            // Sheets that were kept before there were totals have none.
            if (sheet.reading().isComplete()) {
                SheetContents found = contents.within(here.sql());
                Total total = found.total(sheet.id());
                Total counted = correction.counted(sheet, total);
                contents.count(connection, sheet.id(), total, counted);
                found.askAbout(counted, sheet, sheets.now());
            }
            return true;
        });
    }

    private static SheetRow judged(Sheet sheet, SheetRow row, int edited, CheckResult earlier, CheckResult now) {
        Optional<String> wrong = now.of(row);
        if (wrong.isPresent()) {
            return row.with(RowTransition.CORRECTED_WRONG, wrong.get());
        }
        if (!sheet.isConfirmed()) {
            return row.with(RowTransition.CORRECTED_UNSENT, "");
        }
        return row.row() == edited || earlier.of(row).isPresent() ? row.with(RowTransition.CORRECTED, CORRECTED) : row;
    }

    private static boolean isOpen(Sheet sheet, SheetRow row) {
        return row.state() == RowState.ERROR || (!sheet.isConfirmed() && row.state() == RowState.PENDING);
    }

    /** Sends the document of this row again. What was created after all is found by its key or its number. */
    public Act<Boolean> resend(String id, int number, String who) {
        row(id, number);
        return sendService.resend(sheet(id), row -> row.row() == number, who).map(resent -> {
            ResendResult.Skipped skipped = resent.skipped().get(number);
            if (skipped != null) {
                throw skipped.isCreated()
                        ? Rejected.conflict("row " + number + ": " + skipped.why())
                        : Rejected.invalid("it cannot be sent: " + skipped.why());
            }
            return true;
        });
    }

    private static String difference(SheetRow old, SheetRow edited) {
        StringBuilder text = new StringBuilder();
        for (Column column : Column.values()) {
            String was = old.cells().getOrDefault(column, "");
            String is = edited.cells().getOrDefault(column, "");
            if (!was.equals(is)) {
                text.append(text.isEmpty() ? "" : ", ").append(column.word() + " was '" + was + "', is '" + is + "'");
            }
        }
        return text.isEmpty() ? "nothing was changed" : text.toString();
    }

    /** Whether nothing is wrong with the document of this row, so that it can be sent. */
    public boolean isFine(String id, SheetRow row) {
        return judged(sheet(id), row).of(row).isEmpty();
    }

    /** Checks the whole document of a row; a row without a number is checked alone. */
    private CheckResult judged(Sheet sheet, SheetRow row) {
        return CheckResult.of(
                sheet, row.document().isEmpty() ? List.of(row) : sheets.rows().around(sheet.id(), row.document()));
    }

    /** Sheets, rows and progress, to be read. */
    public SheetQueries queries() {
        return queries;
    }

    /** The sheet with this id. */
    public Sheet sheet(String id) {
        return queries.sheet(id);
    }

    /** The sheets as people look through them. */
    public SheetList list() {
        return sheets.list();
    }

    /** The latest ones first. */
    public List<Sheet> latest(int limit) {
        return sheets.latest(limit);
    }

    /** How many rows stand where. */
    public Map<RowState, Integer> counts(String id) {
        return queries.counts(id);
    }

    /** The summary of a sheet: "37 invoices, 1,204,500 without tax". */
    public String total(Sheet sheet) {
        return queries.total(sheet);
    }

    /** Rows in their order, after this one. */
    public List<SheetRow> rows(String id, @Nullable RowState state, int after, int limit) {
        return queries.rows(id, state, after, limit);
    }

    /** One of them. */
    public SheetRow row(String id, int number) {
        return queries.row(id, number);
    }

    /** Has this document been created? */
    public DocumentStatus find(DocumentName name) {
        return sendService.find(name);
    }

    /** Documents like this one; empty when it was ever seen. */
    public List<DocumentName> near(DocumentName name, DocumentStatus status) {
        return status.code() == DocumentStatus.Code.NEVER_SEEN ? sheets.near(name) : List.of();
    }

    /** The companies whose documents are sent. */
    public Companies companies() {
        return sendService.companies();
    }
}
