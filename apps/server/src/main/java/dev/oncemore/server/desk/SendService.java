package dev.oncemore.server.desk;

import dev.oncemore.once.Once;
import dev.oncemore.once.OnceListener;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.server.audit.AuditTrail;
import dev.oncemore.server.desk.connector.AccountingSystem;
import dev.oncemore.server.desk.connector.ConnectorSpec;
import dev.oncemore.server.desk.connector.Connectors;
import dev.oncemore.server.desk.connector.Pace;
import dev.oncemore.server.desk.connector.TokenVault;
import dev.oncemore.server.store.Backend;
import dev.oncemore.server.store.Sql;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.time.Ids;
import dev.oncemore.time.Time;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Everything that happens to a sheet after it was confirmed. */
public final class SendService {
    private static final int WORKERS_FACTOR = 16;
    private static final int WORKERS_MAX = 256;
    private static final int HISTORY_MAX = 500;

    private final Sheets sheets;
    private final Contents contents;
    private final Sendings sendings;
    private final RowLog log;
    private final SendQueue outTray;
    private final Withdrawal takingBack;
    private final Resend resending;
    private final RecordStore records;
    private final Once once;
    private final AuditTrail audit;
    private final @Nullable DeskSettings settings;
    private final Connectors connectors;

    /**
     * A post room.
     *
     * @param settings where documents go; null when they go nowhere
     * @param environment where the secrets of connectors are
     */
    public SendService(
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
        this.records = backend.records();
        this.once = Once.on(records);
        this.audit = audit;
        this.settings = settings;
        this.connectors = new Connectors(
                settings == null ? List.of() : settings.connectors(),
                environment,
                time,
                clock,
                new TokenVault(sql, backend.records(), clock));
        this.outTray = new SendQueue(tasks, connectors);
        this.takingBack = new Withdrawal(sheets, sendings, log, backend.records(), connectors, outTray, audit, ids);
        this.resending = new Resend(sheets, log, outTray, audit);
        if (settings != null) {
            RowUpdates marks = new RowUpdates(sql, clock);
            tasks.handle(
                    SendQueue.KIND,
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
                queues.put(SendQueue.queue(spec.name()), isSlow ? queue.ratePerSecond(rate.getAsDouble()) : queue);
            }
        }
        return queues;
    }

    /** Whose midnight ends a month. */
    ZoneId billingZone() {
        return settings == null ? ZoneOffset.UTC : settings.billingZone();
    }

    /** How long files are kept; empty for ever, where nothing is connected and hence nothing recurs. */
    Optional<Duration> filesKept() {
        return Optional.ofNullable(settings).map(DeskSettings::filesKept);
    }

    Sheets sheets() {
        return sheets;
    }

    Contents contents() {
        return contents;
    }

    Intake intake(AuditTrail trail, Ids ids) {
        return new Intake(sheets, contents, records, trail, ids);
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

    /**
     * Refuses a connector that is not there; an empty name is the usual one.
     *
     * @throws IllegalArgumentException when there is none; the message names those that are there
     */
    public void requireConnector(String name) {
        connectors.find(name);
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

    /** Within a transaction: these are sent as soon as it commits. */
    void enqueue(Connection connection, String sheet, List<SendRequest> errands) throws SQLException {
        outTray.put(connection, sheet, errands);
    }

    void wakeUp() {
        outTray.wakeUp();
    }

    /** Sends rows again: a document of which any row is chosen is sent as a whole. */
    public ResendResult resend(Sheet sheet, Predicate<SheetRow> chosen, String who) {
        requireConnected(sheet);
        return resending.resend(sheet, chosen, who);
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
            List<SendRequest> errands = Sendings.followUps(connection, sheet.id(), who);
            for (SendRequest errand : errands) {
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
        return takingBack.cancel(sheet, who);
    }

    /** Somebody cancelled a task by its id: if it was to send a document, the rows must not wait for it for ever. */
    public void taskCancelled(String task, String who) {
        takingBack.taskCancelled(task, who);
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
    public List<RowLogEntry> history(String sheet, int row) {
        return log.ofRow(sheet, row, HISTORY_MAX);
    }

    /** What happened in a sheet; see {@link RowLog#search}. */
    public List<RowLogEntry> search(String sheet, @Nullable RowEvent event, String text, String after, int limit) {
        return log.search(sheet, event, text, after, limit);
    }

    /** Has this document been created? */
    public Answer find(DocumentName name) {
        Answer answer = Answer.of(once.find(name.key()));
        return answer.isRemembered() ? answer : sheets.trace(name).orElse(answer);
    }

    /** Rows that can be sent again: in Error, or unknown and no longer being asked for. */
    public static Predicate<SheetRow> open(Set<RowState> states) {
        return row -> states.contains(row.state())
                && (row.state() == RowState.ERROR
                        || (row.state() == RowState.UNKNOWN && !row.message().startsWith(Sheets.CHECKING)));
    }
}
