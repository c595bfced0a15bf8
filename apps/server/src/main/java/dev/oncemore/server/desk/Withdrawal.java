package dev.oncemore.server.desk;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.server.audit.AuditTrail;
import dev.oncemore.server.desk.connector.Connectors;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.time.Ids;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Takes documents back that were not sent yet. Rows are set to Error first, and claims are looked at afterwards; who sends does it
 * the other way round, so one of the two sees the other.
 */
final class Withdrawal {
    /** How the message of a row begins that was taken back. */
    static final String MARK = "taken back by ";

    private static final String TASK_CANCELLED = "its task was cancelled by ";
    private static final int KEYS_AT_ONCE = 500;

    private final Sheets sheets;
    private final Sendings sendings;
    private final RowLog log;
    private final RecordStore records;
    private final Connectors connectors;
    private final SendQueue outTray;
    private final AuditTrail audit;
    private final Ids ids;

    Withdrawal(
            Sheets sheets,
            Sendings sendings,
            RowLog log,
            RecordStore records,
            Connectors connectors,
            SendQueue outTray,
            AuditTrail audit,
            Ids ids) {
        this.sheets = sheets;
        this.sendings = sendings;
        this.log = log;
        this.records = records;
        this.connectors = connectors;
        this.outTray = outTray;
        this.audit = audit;
        this.ids = ids;
    }

    /** Takes back what was not sent yet; answers how many rows. */
    int cancel(Sheet sheet, String who) {
        if (!sheet.isConfirmed()) {
            throw Refusal.conflict("this sheet is not confirmed yet; nothing of it is sent");
        }
        String words = MARK + who + " before it was sent; nothing was created";
        List<SheetRow> taken = new ArrayList<>();
        List<RowLogEntry> lines = new ArrayList<>();
        sheets.stored(connection -> {
            taken.clear();
            lines.clear();
            taken.addAll(sheets.takeBack(connection, sheet.id(), MARK + ids.next(), words));
            taken.forEach(row ->
                    lines.add(log.line(sheet, row, RowEvent.ROW_CANCELLED, who, row.revision(), 0, 0, "", words)));
            RowLog.add(connection, sheet.id(), lines);
            return true;
        });
        RowLog.tell(sheet.id(), lines);
        int rows = taken.size() - restore(sheet, taken, words, who);
        audit.add(who, "sheet taken back", sheet.named(), Plural.of(rows, "row") + " not sent yet");
        return rows;
    }

    /**
     * Where many are sent at once no row tells which; their claims do. What is being sent is not taken back, and another task tells
     * how it ends. Of what an earlier attempt left unknown nobody can say that nothing was created, but it is not sent any more.
     */
    private int restore(Sheet sheet, List<SheetRow> taken, String words, String who) {
        Map<String, List<SheetRow>> documents = new LinkedHashMap<>();
        taken.forEach(row -> documents
                .computeIfAbsent(row.document(), none -> new ArrayList<>())
                .add(row));
        Map<String, RowState> claimed = claimed(sheet, List.copyOf(documents.keySet()));
        if (claimed.isEmpty()) {
            return 0;
        }
        String unknown = MARK + who + "; nobody knows whether it was created" + advice(sheet);
        List<RowLogEntry> lines = new ArrayList<>();
        int restored = sheets.stored(connection -> {
            lines.clear();
            int all = 0;
            List<SendRequest> errands = new ArrayList<>();
            for (Map.Entry<String, RowState> claim : claimed.entrySet()) {
                boolean isSent = claim.getValue() == RowState.SENDING;
                List<SheetRow> rows = documents.getOrDefault(claim.getKey(), List.of());
                SendRequest next =
                        new SendRequest(sheet.id(), claim.getKey(), rows.get(0).revision() + 1, who);
                int changed = restore(connection, next, words, claim.getValue(), isSent ? "" : unknown);
                if (changed > 0) {
                    all += changed;
                    if (isSent) {
                        errands.add(next);
                    }
                    rows.forEach(row -> lines.add(log.line(
                            sheet,
                            row,
                            isSent ? RowEvent.ROW_RETRY : RowEvent.ROW_UNKNOWN,
                            who,
                            next.revision(),
                            0,
                            0,
                            "",
                            isSent ? "it was being sent already, and is not taken back" : unknown)));
                }
            }
            if (!errands.isEmpty()) {
                outTray.put(connection, sheet.id(), errands);
            }
            RowLog.add(connection, sheet.id(), lines);
            return all;
        });
        RowLog.tell(sheet.id(), lines);
        outTray.wakeUp();
        return restored;
    }

    /** With another revision, so that the task that was to send them finds nothing to do. */
    private static int restore(Connection connection, SendRequest next, String words, RowState state, String message)
            throws SQLException {
        return Sheets.update(
                connection,
                "UPDATE oncemore_sheet_row SET state = ?, message = ?, revision = ? WHERE sheet_id = ?"
                        + " AND document = ? AND revision = ? AND state = 'ERROR' AND message = ?",
                state.name(),
                message,
                next.revision(),
                next.sheet(),
                next.document(),
                next.revision() - 1,
                words);
    }

    /** Those of these documents that somebody has claimed and not come to an end with: being sent, or unknown since then. */
    private Map<String, RowState> claimed(Sheet sheet, List<String> documents) {
        Map<String, RowState> found = new LinkedHashMap<>();
        for (int from = 0; from < documents.size(); from += KEYS_AT_ONCE) {
            List<String> some = documents.subList(from, Math.min(documents.size(), from + KEYS_AT_ONCE));
            List<Key> keys = some.stream()
                    .map(document -> new DocumentName(sheet.company(), sheet.type(), document).key())
                    .toList();
            List<Optional<OnceRecord>> read = records.read(keys);
            for (int i = 0; i < some.size(); i++) {
                String document = some.get(i);
                read.get(i)
                        .filter(Withdrawal::isOpen)
                        .ifPresent(record -> found.put(document, isHeld(record) ? RowState.SENDING : RowState.UNKNOWN));
            }
        }
        return found;
    }

    /** Whether somebody has claimed it, and nobody has said how that ended. */
    static boolean isOpen(OnceRecord record) {
        return record.state() == RecordState.RUNNING || record.state() == RecordState.UNKNOWN;
    }

    /** Whether somebody is at it. Whose lease is over has died, or may as well have. */
    private static boolean isHeld(OnceRecord record) {
        return record.state() == RecordState.RUNNING && !record.leaseOver();
    }

    /** Somebody cancelled a task by its id: if it was to send a document, the rows must not wait for it for ever. */
    void taskCancelled(String task, String who) {
        SendRequest errand = sendings.errand(task).orElse(null);
        Sheet sheet = errand == null ? null : sheets.find(errand.sheet()).orElse(null);
        if (errand == null || sheet == null) {
            return;
        }
        List<SheetRow> rows = sheets.of(errand).stream()
                .filter(row -> row.state().isUnsettled())
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        boolean wasSent = rows.get(0).state() != RowState.PENDING;
        cancelled(sheet, rows, wasSent, who);
        if (!wasSent && !claimed(sheet, List.of(errand.document())).isEmpty()) {
            // It was claimed before the rows could tell. What is known of it by now is not touched.
            cancelled(
                    sheet,
                    sheets.of(errand).stream()
                            .filter(row -> row.state() == RowState.ERROR
                                    && row.message().startsWith(TASK_CANCELLED))
                            .toList(),
                    true,
                    who);
        }
    }

    private void cancelled(Sheet sheet, List<SheetRow> rows, boolean wasSent, String who) {
        String words = TASK_CANCELLED
                + who
                + (wasSent
                        ? "; nobody knows whether it was created" + advice(sheet)
                        : " before it was sent; nothing was created");
        List<RowLogEntry> lines = rows.stream()
                .map(row -> log.line(sheet, row, RowEvent.ROW_CANCELLED, who, row.revision(), 0, 0, "", words))
                .toList();
        sheets.stored(connection -> {
            for (SheetRow row : rows) {
                Sheets.update(
                        connection,
                        "UPDATE oncemore_sheet_row SET state = ?, message = ? WHERE sheet_id = ? AND row_no = ?"
                                + " AND revision = ? AND state = ?",
                        (wasSent ? RowState.UNKNOWN : RowState.ERROR).name(),
                        words,
                        sheet.id(),
                        row.row(),
                        row.revision(),
                        row.state().name());
            }
            RowLog.add(connection, sheet.id(), lines);
            return true;
        });
        RowLog.tell(sheet.id(), lines);
    }

    private String advice(Sheet sheet) {
        return Advice.onUnknown(connectors, sendings.of(sheet.id()), sheet.type());
    }
}
