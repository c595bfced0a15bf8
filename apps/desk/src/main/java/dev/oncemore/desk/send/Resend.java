package dev.oncemore.desk.send;

import dev.oncemore.desk.sheet.FileWork;
import dev.oncemore.desk.sheet.Plural;
import dev.oncemore.desk.sheet.RowEvent;
import dev.oncemore.desk.sheet.RowLog;
import dev.oncemore.desk.sheet.RowLogEntry;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetContents;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.desk.sheet.SheetRows;
import dev.oncemore.desk.sheet.Sheets;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.ActTransaction;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Sends rows again: a document of which any row is chosen is sent as a whole, unless it was created already. The act is one
 * transaction, written in chunks.
 */
final class Resend {
    private static final int CHUNK = 500;

    private final Sheets sheets;
    private final SheetContents contents;
    private final RowLog log;
    private final SendQueue queue;
    private final FileWork files;

    Resend(Sheets sheets, SheetContents contents, RowLog log, SendQueue queue, FileWork files) {
        this.sheets = sheets;
        this.contents = contents;
        this.log = log;
        this.queue = queue;
        this.files = files;
    }

    Act<ResendResult> resend(Sheet sheet, Predicate<SheetRow> chosen, String who) {
        if (!sheet.isConfirmed()) {
            throw Rejected.conflict("this sheet is not confirmed yet; confirm it to send it");
        }
        // Not in the transaction: a large sheet takes a while. On the threads for files, which bound the memory.
        ResendPlan plan = files.run(who, checkpoint -> ResendPlan.of(sheet, sheets.rows(), chosen, who, checkpoint));
        ResendResult result = plan.result();
        List<SendRequest> requests = plan.requests();
        if (requests.isEmpty()) {
            return here -> result;
        }
        return Act.large(here -> {
            if (plan.isCorrected()) {
                Sheet now = sheets.within(here.sql()).find(sheet.id()).orElse(sheet);
                contents.within(here.sql()).requireAnswered(now);
            }
            for (int from = 0; from < requests.size(); from += CHUNK) {
                List<SendRequest> some = requests.subList(from, Math.min(requests.size(), from + CHUNK));
                resend(here, sheet, plan, some, who);
            }
            here.audit(who, "sheet rows sent again", Plural.of(result.rows(), "row") + " of " + sheet.named(), "");
            return result;
        });
    }

    private void resend(ActTransaction here, Sheet sheet, ResendPlan plan, List<SendRequest> requests, String who) {
        SheetRows rows = sheets.within(here.sql()).rows();
        List<SheetRow> before = rows.ofAll(sheet.id(), documents(requests));
        Map<Integer, List<SendRequest>> byRevision = requests.stream()
                .collect(Collectors.groupingBy(SendRequest::revision, TreeMap::new, Collectors.toList()));
        byRevision.forEach((revision, some) -> {
            int expected = some.stream()
                    .mapToInt(request -> plan.rowsOf(request.document()))
                    .sum();
            // A document is sent whole or not at all: fewer rows when one was just sent again, or changed.
            if (rows.again(sheet.id(), documents(some), revision) != expected) {
                throw Rejected.conflict("the document " + changed(before, plan, some)
                        + " has just been sent again or corrected; load the page again");
            }
        });
        queue.put(here, sheet.id(), requests);
        log.addMany(
                here,
                sheet.id(),
                before.stream().map(row -> line(sheet, row, who)).toList());
    }

    /** The first document that is not as it was planned. */
    private static String changed(List<SheetRow> before, ResendPlan plan, List<SendRequest> requests) {
        return requests.stream()
                .filter(request -> before.stream()
                                .filter(row -> row.document().equals(request.document())
                                        && row.revision() < request.revision()
                                        && !row.state().isThere())
                                .count()
                        != plan.rowsOf(request.document()))
                .findFirst()
                .orElse(requests.get(0))
                .document();
    }

    private static List<String> documents(List<SendRequest> requests) {
        return requests.stream().map(SendRequest::document).toList();
    }

    private RowLogEntry line(Sheet sheet, SheetRow row, String who) {
        String was = "was " + row.state().word() + (row.message().isEmpty() ? "" : ": " + row.message());
        return log.line(sheet, row, RowEvent.ROW_RESENT, who, row.revision() + 1, 0, 0, "", was);
    }
}
