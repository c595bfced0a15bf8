package dev.oncemore.desk.send;

import dev.oncemore.desk.sheet.CheckResult;
import dev.oncemore.desk.sheet.Plural;
import dev.oncemore.desk.sheet.RowEvent;
import dev.oncemore.desk.sheet.RowLog;
import dev.oncemore.desk.sheet.RowLogEntry;
import dev.oncemore.desk.sheet.RowReason;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetContents;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.desk.sheet.Sheets;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.Act;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Sends rows again: a document of which any row is chosen is sent as a whole, and what is there already is not sent. */
final class Resend {
    private final Sheets sheets;
    private final SheetContents contents;
    private final RowLog log;
    private final SendQueue queue;

    Resend(Sheets sheets, SheetContents contents, RowLog log, SendQueue queue) {
        this.sheets = sheets;
        this.contents = contents;
        this.log = log;
        this.queue = queue;
    }

    Act<ResendResult> resend(Sheet sheet, Predicate<SheetRow> chosen, String who) {
        if (!sheet.isConfirmed()) {
            throw Rejected.conflict("this sheet is not confirmed yet; confirm it to send it");
        }
        // Not in the transaction: a large sheet takes a while. What has changed since is found by its revision.
        List<SheetRow> rows = sheets.rows().all(sheet.id());
        Map<Integer, ResendResult.Skipped> skipped = new TreeMap<>();
        Map<String, SendRequest> requests = requests(sheet, rows, chosen, who, skipped);
        List<SheetRow> again = rows.stream()
                .filter(row -> requests.containsKey(row.document()))
                .toList();
        Map<String, Integer> counts = new HashMap<>();
        again.forEach(row -> counts.merge(row.document(), 1, Integer::sum));
        ResendResult result = new ResendResult(again.size(), requests.size(), skipped);
        if (requests.isEmpty()) {
            return here -> result;
        }
        boolean isCorrected = again.stream().anyMatch(row -> row.reason() == RowReason.CORRECTED);
        return Act.large(here -> {
            if (isCorrected) {
                Sheet now = sheets.within(here.sql()).find(sheet.id()).orElse(sheet);
                contents.within(here.sql()).requireAnswered(now);
            }
            here.sql().call(connection -> {
                for (SendRequest request : requests.values()) {
                    int count = counts.getOrDefault(request.document(), 0);
                    if (!sheets.rows()
                            .again(connection, request.sheet(), request.document(), request.revision(), count)) {
                        throw Rejected.conflict("the document " + request.document()
                                + " has just been sent again or corrected; load the page again");
                    }
                }
                return true;
            });
            queue.put(here, sheet.id(), List.copyOf(requests.values()));
            RowLog.add(
                    here,
                    sheet.id(),
                    again.stream().map(row -> line(sheet, row, who)).toList());
            here.audit(who, "sheet rows sent again", Plural.of(again.size(), "row") + " of " + sheet.named(), "");
            return result;
        });
    }

    /** By their document; why others are not sent goes to those that are skipped. */
    private static Map<String, SendRequest> requests(
            Sheet sheet,
            List<SheetRow> rows,
            Predicate<SheetRow> chosen,
            String who,
            Map<Integer, ResendResult.Skipped> skipped) {
        CheckResult checked = CheckResult.of(sheet, rows);
        Map<String, Integer> revisions = new HashMap<>();
        rows.forEach(row -> revisions.merge(row.document(), row.revision(), Math::max));
        Map<String, SendRequest> requests = new LinkedHashMap<>();
        for (SheetRow row : rows) {
            if (!chosen.test(row)) {
                continue;
            }
            boolean isCreated = row.state().isThere();
            String wrong = isCreated
                    ? "it is " + row.state().word() + " already, as " + row.documentId()
                    : checked.of(row).orElse(null);
            if (wrong != null) {
                skipped.put(row.row(), new ResendResult.Skipped(isCreated, wrong));
            } else {
                requests.computeIfAbsent(
                        row.document(),
                        document ->
                                new SendRequest(sheet.id(), document, revisions.getOrDefault(document, 0) + 1, who));
            }
        }
        return requests;
    }

    private RowLogEntry line(Sheet sheet, SheetRow row, String who) {
        String was = "was " + row.state().word() + (row.message().isEmpty() ? "" : ": " + row.message());
        return log.line(sheet, row, RowEvent.ROW_RESENT, who, row.revision() + 1, 0, 0, "", was);
    }
}
