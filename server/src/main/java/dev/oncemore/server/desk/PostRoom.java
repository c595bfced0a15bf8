package dev.oncemore.server.desk;

import dev.oncemore.once.Once;
import dev.oncemore.once.OnceListener;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.server.audit.AuditTrail;
import dev.oncemore.server.desk.connector.AccountingSystem;
import dev.oncemore.server.desk.connector.ConnectorSpec;
import dev.oncemore.server.desk.connector.Connectors;
import dev.oncemore.server.desk.connector.Pace;
import dev.oncemore.server.store.Backend;
import dev.oncemore.server.store.Sql;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.task.Outbox;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.time.Ids;
import dev.oncemore.time.Time;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Everything that happens to a sheet after it was confirmed. */
public final class PostRoom {
    private static final String KIND = "document";
    private static final String QUEUE = "desk-";
    /** The desk itself gives up long before: what is counted here are mostly restarts. */
    private static final int ATTEMPTS_MAX = 10_000;

    private static final int WORKERS_FACTOR = 16;
    private static final int WORKERS_MAX = 256;
    private static final int HISTORY_MAX = 500;
    private static final String TASK_CANCELLED = "its task was cancelled by ";

    private final Sheets sheets;
    private final Contents contents;
    private final Sendings sendings;
    private final RowLog log;
    private final TransactionalTasks<Connection> tasks;
    private final Once records;
    private final AuditTrail audit;
    private final @Nullable DeskSettings settings;
    private final Connectors connectors;

    /**
     * A post room.
     *
     * @param settings where documents go; null when they go nowhere
     * @param environment where the secrets of connectors are
     */
    public PostRoom(
            Backend backend,
            TransactionalTasks<Connection> tasks,
            AuditTrail audit,
            Ids ids,
            Time time,
            InstantSource clock,
            OnceListener telemetry,
            @Nullable DeskSettings settings,
            Map<String, String> environment) {
        Sql sql = new Sql(backend.dataSource());
        this.sheets = new Sheets(backend, clock);
        this.contents = new Contents(backend);
        this.sendings = new Sendings(sql);
        this.log = new RowLog(sql, ids, clock);
        this.tasks = tasks;
        this.records = Once.on(backend.records());
        this.audit = audit;
        this.settings = settings;
        this.connectors =
                new Connectors(settings == null ? List.of() : settings.connectors(), environment, time, clock);
        if (settings != null) {
            Marks marks = new Marks(sheets.transactions(), clock);
            tasks.handle(
                    KIND,
                    String.class,
                    Dispatch.POLICY,
                    new Dispatch(
                            sheets,
                            new LoadedSheets(sheets, sendings, time),
                            marks,
                            log,
                            connectors,
                            settings,
                            backend.records(),
                            telemetry));
        }
    }

    /** A queue for each connector, as fast as it may be asked, and one for billing. */
    public static Map<String, QueueSettings> queues(@Nullable DeskSettings settings) {
        Map<String, QueueSettings> queues = new LinkedHashMap<>();
        if (settings != null) {
            queues.put(Billing.QUEUE, QueueSettings.standard().concurrency(1).prefetch(0));
            for (ConnectorSpec spec : settings.connectors()) {
                OptionalDouble rate = spec.ratePerSecond();
                boolean isSlow = rate.isPresent();
                // Commits take longer than a quick answer: many documents share one, however few are sent at once. Who
                // may
                // ask seldom takes nothing away from other nodes before it can do it.
                int workers = isSlow ? spec.concurrency() : Math.min(WORKERS_MAX, spec.concurrency() * WORKERS_FACTOR);
                QueueSettings queue =
                        QueueSettings.standard().concurrency(workers).prefetch(isSlow ? 0 : workers);
                queues.put(QUEUE + spec.name(), isSlow ? queue.ratePerSecond(rate.getAsDouble()) : queue);
            }
        }
        return queues;
    }

    Sheets sheets() {
        return sheets;
    }

    Contents contents() {
        return contents;
    }

    RowLog log() {
        return log;
    }

    /** Whether documents go anywhere. */
    public boolean isConnected() {
        return settings != null;
    }

    /** The connectors that a sheet can go to; the first is the usual one. */
    public List<String> connectors() {
        return connectors.names();
    }

    /** How a sheet is sent. */
    public Sending sending(String id) {
        return sendings.of(id);
    }

    /** Says where a sheet goes that was not confirmed yet; an empty name is the usual one. */
    public void choose(Sheet sheet, String connector) {
        if (connector.isEmpty()) {
            return;
        }
        if (sheet.isConfirmed()) {
            throw confirmedAlready();
        }
        requireConnected(sheet, connector);
        sheets.stored(connection -> {
            if (!sheets.holdOpen(connection, sheet.id())) {
                throw confirmedAlready();
            }
            Sendings.put(connection, sheet.id(), new Sending(connector, ""));
            return true;
        });
    }

    private static Refusal confirmedAlready() {
        return Refusal.conflict("this sheet was confirmed already; it goes where it was sent to");
    }

    void requireConnected(Sheet sheet) {
        requireConnected(sheet, sendings.of(sheet.id()).connector());
    }

    /** Tells now, and not for every document, that it cannot be sent. */
    private void requireConnected(Sheet sheet, String connector) {
        ConnectorSpec spec = connectors.find(connector).spec();
        Objects.requireNonNull(settings, "where there are connectors there are settings")
                .companyId(spec.name(), sheet.company());
        if (!spec.takes(sheet.type().word())) {
            throw Refusal.wrong("the connector " + spec.name() + " takes no documents of the type "
                    + sheet.type().word());
        }
    }

    /**
     * Within a transaction: these are sent as soon as it commits. A sheet that went to the usual connector stays with that one,
     * whichever is the usual one after a restart.
     */
    void enqueue(Connection connection, String sheet, List<Errand> errands) throws SQLException {
        Sending sending = Sendings.of(connection, sheet);
        String name = connectors.find(sending.connector()).spec().name();
        if (sending.connector().isEmpty()) {
            Sendings.put(connection, sheet, new Sending(name, sending.pausedBy()));
        }
        String queue = QUEUE + name;
        Outbox outbox = tasks.within(connection);
        List<String> ids = new ArrayList<>();
        for (Errand errand : errands) {
            ids.add(outbox.enqueue(
                            KIND, errand.written(), TaskOptions.queue(queue).maxAttempts(ATTEMPTS_MAX))
                    .id());
        }
        Sendings.addTasks(connection, ids, errands);
    }

    void wakeUp() {
        tasks.wakeUp();
    }

    /** Sends rows again: a document of which any row is chosen is sent as a whole. */
    public Resent resend(Sheet sheet, Predicate<SheetRow> chosen, String who) {
        requireConnected(sheet);
        if (!sheet.isConfirmed()) {
            throw Refusal.conflict("this sheet is not confirmed yet; confirm it to send it");
        }
        List<SheetRow> rows = sheets.all(sheet.id());
        Judgement judgement = Judgement.of(sheet, rows);
        Map<String, Integer> revisions = new HashMap<>();
        rows.forEach(row -> revisions.merge(row.document(), row.revision(), Math::max));
        Map<Integer, String> skipped = new TreeMap<>();
        Map<String, Errand> errands = new LinkedHashMap<>();
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
                        document -> new Errand(sheet.id(), document, revisions.getOrDefault(document, 0) + 1, who));
            }
        }
        List<SheetRow> again =
                rows.stream().filter(row -> errands.containsKey(row.document())).toList();
        List<RowLine> lines = again.stream()
                .map(row -> log.line(
                        sheet,
                        row,
                        RowEvent.ROW_RESENT,
                        who,
                        row.revision() + 1,
                        0,
                        0,
                        "",
                        "was " + row.state().word() + (row.message().isEmpty() ? "" : ": " + row.message())))
                .toList();
        sheets.stored(connection -> {
            for (Errand errand : errands.values()) {
                if (!sheets.again(connection, errand)) {
                    throw Refusal.conflict("the document " + errand.document() + " has just been sent again");
                }
            }
            enqueue(connection, sheet.id(), List.copyOf(errands.values()));
            RowLog.add(connection, sheet.id(), lines);
            return true;
        });
        RowLog.tell(sheet.id(), lines);
        if (!errands.isEmpty()) {
            audit.add(who, "sheet rows sent again", again.size() + " rows of " + sheet.named(), "");
            wakeUp();
        }
        return new Resent(again.size(), errands.size(), skipped);
    }

    /** Sends nothing more of a sheet until it is resumed; what is on its way comes to its end. */
    public void pause(Sheet sheet, String who) {
        Sending sending = sendings.of(sheet.id());
        if (sending.isPaused() || sheets.underWay(sheet.id()) == 0 || !sheet.isConfirmed()) {
            throw Refusal.conflict(
                    sending.isPaused()
                            ? "it is paused already, by " + sending.pausedBy()
                            : "nothing of it is under way");
        }
        sheets.stored(connection -> {
            Sendings.put(
                    connection,
                    sheet.id(),
                    new Sending(Sendings.of(connection, sheet.id()).connector(), who));
            return true;
        });
        audit.add(who, "sheet paused", sheet.named(), "");
    }

    /** Goes on with a sheet: whatever has not come to an end gets a new task, and its old one finds nothing to do. */
    public void resume(Sheet sheet, String who) {
        Sending sending = sendings.of(sheet.id());
        if (!sending.isPaused()) {
            throw Refusal.conflict("it is not paused");
        }
        requireConnected(sheet);
        sheets.stored(connection -> {
            Sendings.put(
                    connection,
                    sheet.id(),
                    new Sending(Sendings.of(connection, sheet.id()).connector(), ""));
            List<Errand> errands = Sendings.followUps(connection, sheet.id(), who);
            for (Errand errand : errands) {
                Sendings.handOver(connection, errand);
            }
            enqueue(connection, sheet.id(), errands);
            return true;
        });
        audit.add(who, "sheet resumed", sheet.named(), "");
        wakeUp();
    }

    /** Takes back what was not sent yet; answers how many rows. What was sent and has no answer yet is not taken back. */
    public int cancel(Sheet sheet, String who) {
        if (!sheet.isConfirmed()) {
            throw Refusal.conflict("this sheet is not confirmed yet; nothing of it is sent");
        }
        String words = "taken back by " + who + " before it was sent; nothing was created";
        List<SheetRow> pending = sheets.all(sheet.id()).stream()
                .filter(row -> row.state() == RowState.PENDING)
                .toList();
        List<RowLine> lines = new ArrayList<>();
        sheets.stored(connection -> {
            lines.clear();
            for (SheetRow row : pending) {
                boolean isPending = Sheets.update(
                                connection,
                                "UPDATE oncemore_sheet_row SET state = 'ERROR', message = ? WHERE sheet_id = ? AND row_no = ?"
                                        + " AND revision = ? AND state = 'PENDING'",
                                words,
                                sheet.id(),
                                row.row(),
                                row.revision())
                        == 1;
                if (isPending) {
                    lines.add(log.line(sheet, row, RowEvent.ROW_CANCELLED, who, row.revision(), 0, 0, "", words));
                }
            }
            RowLog.add(connection, sheet.id(), lines);
            return true;
        });
        RowLog.tell(sheet.id(), lines);
        int rows = lines.size() - restore(sheet, pending, words, who);
        audit.add(who, "sheet taken back", sheet.named(), rows + " rows that were not sent yet");
        return rows;
    }

    /** Where many are sent at once no row tells which; their claims do. Those are not taken back, and another task tells how they end. */
    private int restore(Sheet sheet, List<SheetRow> taken, String words, String who) {
        Map<String, Integer> sent = new LinkedHashMap<>();
        Set<String> seen = new HashSet<>();
        for (SheetRow row : taken) {
            if (seen.add(row.document()) && isBeingSent(sheet, row.document())) {
                sent.put(row.document(), row.revision());
            }
        }
        if (sent.isEmpty()) {
            return 0;
        }
        List<RowLine> lines = new ArrayList<>();
        int restoredRows = sheets.stored(connection -> {
            lines.clear();
            int all = 0;
            List<Errand> errands = new ArrayList<>();
            for (Map.Entry<String, Integer> entry : sent.entrySet()) {
                int restored = Sheets.update(
                        connection,
                        "UPDATE oncemore_sheet_row SET state = 'SENDING', message = '', revision = ? WHERE sheet_id = ?"
                                + " AND document = ? AND revision = ? AND state = 'ERROR' AND message = ?",
                        entry.getValue() + 1,
                        sheet.id(),
                        entry.getKey(),
                        entry.getValue(),
                        words);
                all += restored;
                if (restored > 0) {
                    errands.add(new Errand(sheet.id(), entry.getKey(), entry.getValue() + 1, who));
                    taken.stream()
                            .filter(row -> row.document().equals(entry.getKey()))
                            .map(row -> log.line(
                                    sheet,
                                    row,
                                    RowEvent.ROW_RETRY,
                                    who,
                                    entry.getValue() + 1,
                                    0,
                                    0,
                                    "",
                                    "it was being sent already, and is not taken back"))
                            .forEach(lines::add);
                }
            }
            if (!errands.isEmpty()) {
                enqueue(connection, sheet.id(), errands);
            }
            RowLog.add(connection, sheet.id(), lines);
            return all;
        });
        RowLog.tell(sheet.id(), lines);
        wakeUp();
        return restoredRows;
    }

    private boolean isBeingSent(Sheet sheet, String document) {
        return records.find(new DocumentName(sheet.company(), sheet.type(), document).key())
                .record()
                .filter(record -> record.state() == RecordState.RUNNING || record.state() == RecordState.UNKNOWN)
                .isPresent();
    }

    /** Somebody cancelled a task by its id: if it was to send a document, the rows must not wait for it for ever. */
    public void taskCancelled(String task, String who) {
        Errand errand = sendings.errand(task).orElse(null);
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
        if (!wasSent && isBeingSent(sheet, errand.document())) {
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
                        ? "; nobody knows whether it was created, resend it, which asks for its number first"
                        : " before it was sent; nothing was created");
        List<RowLine> lines = rows.stream()
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

    /** How much of a sheet is left, and for how long. */
    public Remaining remaining(Sheet sheet) {
        int rows = sheet.isConfirmed() ? sheets.underWay(sheet.id()) : 0;
        Sending sending = sendings.of(sheet.id());
        AccountingSystem system = connectors.tryFind(sending.connector()).orElse(null);
        if (rows == 0 || system == null) {
            return new Remaining(rows, null, "");
        }
        if (sending.isPaused()) {
            return new Remaining(rows, null, "paused by " + sending.pausedBy());
        }
        Pace.Estimate estimate =
                system.pace().estimate(sendings.documentsUnderWay(sheet.id())).orElse(null);
        String waiting = system.pace().held().map(Pace.Hold::why).orElse("");
        return new Remaining(rows, estimate, waiting);
    }

    /** Everything that happened to a row, in its order. */
    public List<RowLine> history(String sheet, int row) {
        return log.ofRow(sheet, row, HISTORY_MAX);
    }

    /** What happened in a sheet; see {@link RowLog#search}. */
    public List<RowLine> search(String sheet, @Nullable RowEvent event, String text, String after, int limit) {
        return log.search(sheet, event, text, after, limit);
    }

    /** Has this document been created? */
    public Answer find(DocumentName name) {
        Answer answer = Answer.of(records.find(name.key()));
        return answer.isRemembered() ? answer : sheets.trace(name).orElse(answer);
    }

    /** Rows that can be sent again: in Error, or unknown and no longer being asked for. */
    public static Predicate<SheetRow> open(Set<RowState> states) {
        return row -> states.contains(row.state())
                && (row.state() == RowState.ERROR
                        || (row.state() == RowState.UNKNOWN && !row.message().startsWith(Sheets.CHECKING)));
    }
}
