package dev.oncemore.server.desk;

import dev.oncemore.server.audit.AuditTrail;
import dev.oncemore.server.web.Refusal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Sends rows again: a document of which any row is chosen is sent as a whole, and what is there already is not sent. */
final class Resend {
    private final Sheets sheets;
    private final RowLog log;
    private final SendQueue outTray;
    private final AuditTrail audit;

    Resend(Sheets sheets, RowLog log, SendQueue outTray, AuditTrail audit) {
        this.sheets = sheets;
        this.log = log;
        this.outTray = outTray;
        this.audit = audit;
    }

    ResendResult resend(Sheet sheet, Predicate<SheetRow> chosen, String who) {
        if (!sheet.isConfirmed()) {
            throw Refusal.conflict("this sheet is not confirmed yet; confirm it to send it");
        }
        List<SheetRow> rows = sheets.all(sheet.id());
        Map<Integer, String> skipped = new TreeMap<>();
        Map<String, SendRequest> errands = errands(sheet, rows, chosen, who, skipped);
        List<SheetRow> again =
                rows.stream().filter(row -> errands.containsKey(row.document())).toList();
        List<RowLogEntry> lines =
                again.stream().map(row -> line(sheet, row, who)).toList();
        sheets.stored(connection -> {
            for (SendRequest errand : errands.values()) {
                if (!sheets.again(connection, errand)) {
                    throw Refusal.conflict("the document " + errand.document() + " has just been sent again");
                }
            }
            outTray.put(connection, sheet.id(), List.copyOf(errands.values()));
            RowLog.add(connection, sheet.id(), lines);
            return true;
        });
        RowLog.tell(sheet.id(), lines);
        if (!errands.isEmpty()) {
            audit.add(who, "sheet rows sent again", Plural.of(again.size(), "row") + " of " + sheet.named(), "");
            outTray.wakeUp();
        }
        return new ResendResult(again.size(), errands.size(), skipped);
    }

    /** By their document; why others are not sent goes to those that are skipped. */
    private static Map<String, SendRequest> errands(
            Sheet sheet, List<SheetRow> rows, Predicate<SheetRow> chosen, String who, Map<Integer, String> skipped) {
        Judgement judgement = Judgement.of(sheet, rows);
        Map<String, Integer> revisions = new HashMap<>();
        rows.forEach(row -> revisions.merge(row.document(), row.revision(), Math::max));
        Map<String, SendRequest> errands = new LinkedHashMap<>();
        for (SheetRow row : rows) {
            if (!chosen.test(row)) {
                continue;
            }
            String wrong = row.state().isThere()
                    ? "it is " + row.state().word() + " already, as " + row.documentId()
                    : judgement.of(row).orElse(null);
            if (wrong != null) {
                skipped.put(row.row(), wrong);
            } else {
                errands.computeIfAbsent(
                        row.document(),
                        document ->
                                new SendRequest(sheet.id(), document, revisions.getOrDefault(document, 0) + 1, who));
            }
        }
        return errands;
    }

    private RowLogEntry line(Sheet sheet, SheetRow row, String who) {
        String was = "was " + row.state().word() + (row.message().isEmpty() ? "" : ": " + row.message());
        return log.line(sheet, row, RowEvent.ROW_RESENT, who, row.revision() + 1, 0, 0, "", was);
    }
}
