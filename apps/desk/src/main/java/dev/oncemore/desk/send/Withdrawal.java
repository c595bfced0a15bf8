package dev.oncemore.desk.send;

import dev.oncemore.connector.Connectors;
import dev.oncemore.desk.document.CreatedDocument;
import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.sheet.Plural;
import dev.oncemore.desk.sheet.RowEvent;
import dev.oncemore.desk.sheet.RowLog;
import dev.oncemore.desk.sheet.RowLogEntry;
import dev.oncemore.desk.sheet.RowReason;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.RowTransition;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.desk.sheet.Sheets;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.ActTransaction;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Withdraws documents that were not sent yet. It sets rows to Error and then reads the claims; the sender claims and then reads the
 * rows, and does not send if they are being withdrawn. So one of the two sees the other.
 */
final class Withdrawal {
    private static final int KEYS_AT_ONCE = 500;

    private final SheetQueries queries;
    private final RowLog log;
    private final JoiningStore<Connection> records;
    private final Connectors connectors;
    private final SendQueue queue;

    Withdrawal(
            SheetQueries queries,
            RowLog log,
            JoiningStore<Connection> records,
            Connectors connectors,
            SendQueue queue) {
        this.queries = queries;
        this.log = log;
        this.records = records;
        this.connectors = connectors;
        this.queue = queue;
    }

    /** Withdraws what was not sent yet, and returns how many rows. */
    Act<Integer> cancel(Sheet sheet, String who) {
        if (!sheet.isConfirmed()) {
            throw Rejected.conflict("this sheet is not confirmed yet; there is nothing to withdraw");
        }
        String words = "withdrawn by " + who + " before it was sent; nothing was created";
        return Act.large(here -> {
            // Only what is needed to find those that are on their way: a sheet has up to 100,000 rows.
            Map<String, Integer> revisions = new LinkedHashMap<>();
            int[] taken = {0};
            queries.within(here).sheets().rows().withdraw(sheet.id(), words, page -> {
                page.forEach(row -> revisions.putIfAbsent(row.document(), row.revision()));
                taken[0] += page.size();
                log.addMany(
                        here,
                        sheet.id(),
                        page.stream()
                                .map(row -> log.line(
                                        sheet, row, RowEvent.ROW_CANCELLED, who, row.revision(), 0, 0, "", words))
                                .toList());
            });
            int rows = taken[0] - restore(here, sheet, revisions, who);
            here.audit(who, "sheet withdrawn", sheet.named(), Plural.of(rows, "row") + " not sent yet");
            return rows;
        });
    }

    /**
     * Restores rows whose documents are claimed, since rows that are sent in bulk do not tell. A document that is being sent stays, and
     * another task records its result. One that an earlier attempt left unknown is not sent any more; another task asks for it.
     */
    private int restore(ActTransaction here, Sheet sheet, Map<String, Integer> revisions, String who) {
        boolean canFind = canFind(here, sheet);
        String unknown = "withdrawn by " + who + "; nobody knows whether it was created"
                + (canFind ? AskingPlan.GOES_ON : UnknownAdvice.onUnknown(false));
        List<String> documents = List.copyOf(revisions.keySet());
        int all = 0;
        for (int from = 0; from < documents.size(); from += KEYS_AT_ONCE) {
            List<String> some = documents.subList(from, Math.min(documents.size(), from + KEYS_AT_ONCE));
            Map<String, RowState> claimed = claimed(here, sheet, some);
            if (!claimed.isEmpty()) {
                all += restore(here, sheet, revisions, claimed, new Restoring(canFind, unknown, who));
            }
        }
        return all;
    }

    /** How rows are restored: whether the accounting system has a look-up, and the message of unknown outcomes. */
    private record Restoring(boolean canFind, String unknown, String who) {}

    private int restore(
            ActTransaction here,
            Sheet sheet,
            Map<String, Integer> revisions,
            Map<String, RowState> claimed,
            Restoring how) {
        RowTransition doubted = how.canFind() ? RowTransition.ASKED : RowTransition.UNASKABLE;
        List<SheetRow> rows =
                queries.within(here).sheets().rows().ofAll(sheet.id(), List.copyOf(claimed.keySet())).stream()
                        .filter(row -> row.reason() == RowReason.WITHDRAWN
                                && revisions.getOrDefault(row.document(), -1) == row.revision())
                        .toList();
        List<SendRequest> requests = new ArrayList<>();
        int all = 0;
        for (Map.Entry<String, RowState> claim : claimed.entrySet()) {
            boolean isSent = claim.getValue() == RowState.SENDING;
            SendRequest next = new SendRequest(
                    sheet.id(), claim.getKey(), revisions.getOrDefault(claim.getKey(), 0) + 1, how.who());
            all += restore(here, next, isSent ? RowTransition.KEPT : doubted, isSent ? "" : how.unknown());
            if (isSent || how.canFind()) {
                requests.add(next);
            }
        }
        if (!requests.isEmpty()) {
            queue.put(here, sheet.id(), requests);
        }
        log.addMany(
                here,
                sheet.id(),
                rows.stream()
                        .map(row -> restored(sheet, row, claimed.get(row.document()) == RowState.SENDING, how))
                        .toList());
        return all;
    }

    private RowLogEntry restored(Sheet sheet, SheetRow row, boolean isSent, Restoring how) {
        return log.line(
                sheet,
                row,
                isSent ? RowEvent.ROW_RETRY : RowEvent.ROW_UNKNOWN,
                how.who(),
                row.revision() + 1,
                0,
                0,
                "",
                isSent ? "it was being sent already, and is not withdrawn" : how.unknown());
    }

    /** With another revision, so that the task that was to send them finds nothing to do. */
    private static int restore(ActTransaction here, SendRequest next, RowTransition transition, String message) {
        return here.sql()
                .update(
                        "UPDATE oncemore_sheet_row SET state = ?, reason = ?, message = ?, revision = ?, attempts = 0"
                                + " WHERE sheet_id = ? AND document = ? AND revision = ? AND state = 'ERROR'"
                                + " AND reason = 'WITHDRAWN'",
                        transition.to().name(),
                        transition.reason().name(),
                        message,
                        next.revision(),
                        next.sheet(),
                        next.document(),
                        next.revision() - 1);
    }

    /**
     * The documents of these that are being sent, or unknown since then. One that was created counts as being sent until its rows
     * say so: the process that created it may have died before it wrote them.
     */
    private Map<String, RowState> claimed(ActTransaction here, Sheet sheet, List<String> documents) {
        Map<String, RowState> found = new LinkedHashMap<>();
        List<Key> keys = documents.stream()
                .map(document -> new DocumentName(sheet.company(), sheet.type(), document).key())
                .toList();
        List<Optional<OnceRecord>> read = records.join(here.connection()).read(keys);
        for (int i = 0; i < documents.size(); i++) {
            String document = documents.get(i);
            String origin = new SendRequest(sheet.id(), document, 0, "").origin();
            read.get(i)
                    .filter(record -> isOpen(record) || isCreatedBy(record, origin))
                    .ifPresent(record -> found.put(
                            document, isHeld(record) || !isOpen(record) ? RowState.SENDING : RowState.UNKNOWN));
        }
        return found;
    }

    /** Whether it is claimed and not settled. */
    static boolean isOpen(OnceRecord record) {
        return record.state() == RecordState.RUNNING || record.state() == RecordState.UNKNOWN;
    }

    /** Whether its owner is alive: after the lease it counts as dead. */
    private static boolean isHeld(OnceRecord record) {
        return record.state() == RecordState.RUNNING && !record.leaseOver();
    }

    private static boolean isCreatedBy(OnceRecord record, String origin) {
        Bytes response = record.response();
        if (record.state() != RecordState.SUCCEEDED || response == null) {
            return false;
        }
        try {
            return CreatedDocument.CODEC.decode(response.toArray()).origin().equals(origin);
        } catch (RuntimeException e) {
            return false; // a person resolved the record, with another response
        }
    }

    /** Settles the rows of a document whose task was cancelled by its id; otherwise they would wait for ever. */
    void taskCancelled(ActTransaction here, String task, String who) {
        Sheets sheets = queries.within(here).sheets();
        SendRequest request = new SendStore(here.sql()).request(task).orElse(null);
        Sheet sheet = request == null ? null : sheets.find(request.sheet()).orElse(null);
        if (request == null || sheet == null) {
            return;
        }
        // Locked before the claims are read: a sender that claims the document after that finds its rows locked.
        List<SheetRow> rows = sheets.rows().locked(request.sheet(), request.document(), request.revision()).stream()
                .filter(row -> row.state().isUnsettled())
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        boolean wasSent = rows.get(0).state() != RowState.PENDING
                || !claimed(here, sheet, List.of(request.document())).isEmpty();
        cancelled(here, sheet, rows, wasSent, who);
    }

    private void cancelled(ActTransaction here, Sheet sheet, List<SheetRow> rows, boolean wasSent, String who) {
        String words = "its task was cancelled by "
                + who
                + (wasSent
                        ? "; nobody knows whether it was created" + UnknownAdvice.onUnknown(canFind(here, sheet))
                        : " before it was sent; nothing was created");
        RowTransition transition = wasSent ? RowTransition.CANCELLED_LATE : RowTransition.CANCELLED;
        for (SheetRow row : rows) {
            here.sql()
                    .update(
                            "UPDATE oncemore_sheet_row SET state = ?, reason = ?, message = ? WHERE sheet_id = ?"
                                    + " AND row_no = ? AND revision = ? AND " + transition.condition(),
                            transition.to().name(),
                            transition.reason().name(),
                            words,
                            sheet.id(),
                            row.row(),
                            row.revision());
        }
        RowLog.add(
                here,
                sheet.id(),
                rows.stream()
                        .map(row -> log.line(sheet, row, RowEvent.ROW_CANCELLED, who, row.revision(), 0, 0, "", words))
                        .toList());
    }

    /** Whether the accounting system can be asked for documents; one that is missing now is assumed to be. */
    private boolean canFind(ActTransaction here, Sheet sheet) {
        String type = sheet.type().word();
        return connectors
                .tryFind(queries.within(here).sending(sheet.id()).connector())
                .filter(system -> system.spec().takes(type))
                .map(system -> system.canFind(type))
                .orElse(true);
    }
}
