package dev.oncemore.desk.send;

import dev.oncemore.connector.AccountingSystem;
import dev.oncemore.connector.ConnectorSpec;
import dev.oncemore.connector.Connectors;
import dev.oncemore.connector.Pace;
import dev.oncemore.connector.TokenVault;
import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.sheet.RowEvent;
import dev.oncemore.desk.sheet.RowLog;
import dev.oncemore.desk.sheet.RowLogEntry;
import dev.oncemore.desk.sheet.RowReason;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetContents;
import dev.oncemore.desk.sheet.SheetImport;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.desk.sheet.Sheets;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.SchemaScripts;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceListener;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.AuditTrail;
import dev.oncemore.operations.store.Backend;
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
    /** The queue of the desk's schedules. */
    public static final String SCHEDULE_QUEUE = "desk-schedules";

    /** The tables of the desk, and of the connectors that it sends through. */
    public static final List<SchemaScripts> SCHEMA =
            List.of(TokenVault.SCHEMA, SchemaScripts.of("desk", SendService.class));

    private static final int WORKERS_FACTOR = 16;
    private static final int WORKERS_MAX = 256;
    private static final int HISTORY_MAX = 500;

    private final Sheets sheets;
    private final SheetContents contents;
    private final SendStore sendings;
    private final RowLog log;
    private final SendQueue sendQueue;
    private final Withdrawal withdrawal;
    private final Resend resend;
    private final RecordStore records;
    private final Once once;
    private final AuditTrail audit;
    private final @Nullable DeskSettings settings;
    private final Connectors connectors;

    /**
     * A service on this store.
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
        Database database = backend.database();
        this.sheets = new Sheets(backend, clock);
        this.contents = new SheetContents(backend);
        this.sendings = new SendStore(database);
        this.log = new RowLog(database, ids, clock);
        this.records = backend.records();
        this.once = Once.on(records);
        this.audit = audit;
        this.settings = settings;
        this.connectors = new Connectors(
                settings == null ? List.of() : settings.connectors(),
                environment,
                time,
                clock,
                new TokenVault(database, backend.records(), clock));
        this.sendQueue = new SendQueue(tasks, connectors);
        this.withdrawal = new Withdrawal(sheets, sendings, log, backend.records(), connectors, sendQueue, audit, ids);
        this.resend = new Resend(sheets, log, sendQueue, audit);
        if (settings != null) {
            RowUpdates updates = new RowUpdates(database, clock);
            tasks.handle(
                    SendQueue.KIND,
                    String.class,
                    SendHandler.POLICY,
                    new SendHandler(
                            sheets,
                            new SheetCache(sheets, sendings, time),
                            new SendResults(updates, log),
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
            queues.put(SCHEDULE_QUEUE, QueueSettings.standard().concurrency(1).prefetch(0));
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
    public ZoneId billingZone() {
        return settings == null ? ZoneOffset.UTC : settings.billingZone();
    }

    /** How long files are kept; empty for ever, where nothing is connected and hence nothing recurs. */
    public Optional<Duration> filesKept() {
        return Optional.ofNullable(settings).map(DeskSettings::filesKept);
    }

    public Sheets sheets() {
        return sheets;
    }

    public SheetContents contents() {
        return contents;
    }

    public SheetImport imports(AuditTrail trail, Ids ids) {
        return new SheetImport(sheets, contents, records, trail, ids);
    }

    public RowLog log() {
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
    public SendSettings sending(String id) {
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
            SendStore.put(connection, sheet.id(), new SendSettings(connector, ""));
            return true;
        });
    }

    private static Rejected confirmedAlready() {
        return Rejected.conflict("this sheet is confirmed; its connector cannot be changed");
    }

    public void requireConnected(Sheet sheet) {
        requireConnected(sheet, sendings.of(sheet.id()).connector());
    }

    /** Tells now, and not for every document, that it cannot be sent. */
    private void requireConnected(Sheet sheet, String connector) {
        ConnectorSpec spec = connectors.find(connector).spec();
        Objects.requireNonNull(settings, "where there are connectors there are settings")
                .companyId(spec.name(), sheet.company());
        if (!spec.takes(sheet.type().word())) {
            throw Rejected.invalid("the connector " + spec.name() + " does not support documents of type "
                    + sheet.type().word());
        }
    }

    /** Within a transaction: these are sent as soon as it commits. */
    public void enqueue(Connection connection, String sheet, List<SendRequest> requests) throws SQLException {
        sendQueue.put(connection, sheet, requests);
    }

    public void wakeUp() {
        sendQueue.wakeUp();
    }

    /** Sends rows again: a document of which any row is chosen is sent as a whole. */
    public ResendResult resend(Sheet sheet, Predicate<SheetRow> chosen, String who) {
        requireConnected(sheet);
        return resend.resend(sheet, chosen, who);
    }

    /** Sends nothing more of a sheet until it is resumed; what is on its way comes to its end. */
    public void pause(Sheet sheet, String who) {
        SendSettings sending = sendings.of(sheet.id());
        if (sending.isPaused() || sheets.rows().underWay(sheet.id()) == 0 || !sheet.isConfirmed()) {
            throw Rejected.conflict(
                    sending.isPaused() ? "it is already paused by " + sending.pausedBy() : "nothing is being sent");
        }
        sheets.stored(connection -> {
            SendStore.put(
                    connection,
                    sheet.id(),
                    new SendSettings(SendStore.of(connection, sheet.id()).connector(), who));
            return true;
        });
        audit.add(who, "sheet paused", sheet.named(), "");
    }

    /** Goes on with a sheet: whatever has not come to an end gets a new task, and its old one finds nothing to do. */
    public void resume(Sheet sheet, String who) {
        SendSettings sending = sendings.of(sheet.id());
        if (!sending.isPaused()) {
            throw Rejected.conflict("it is not paused");
        }
        requireConnected(sheet);
        sheets.stored(connection -> {
            SendStore.put(
                    connection,
                    sheet.id(),
                    new SendSettings(SendStore.of(connection, sheet.id()).connector(), ""));
            List<SendRequest> requests = SendStore.followUps(connection, sheet.id(), who);
            for (SendRequest request : requests) {
                SendStore.handOver(connection, request);
            }
            enqueue(connection, sheet.id(), requests);
            return true;
        });
        audit.add(who, "sheet resumed", sheet.named(), "");
        wakeUp();
    }

    /** Withdraws what was not sent yet, and returns how many rows. What was sent and has no answer yet stays. */
    public int cancel(Sheet sheet, String who) {
        return withdrawal.cancel(sheet, who);
    }

    /** Settles the rows of a document whose task was cancelled by its id; otherwise they would wait for ever. */
    public void taskCancelled(String task, String who) {
        withdrawal.taskCancelled(task, who);
    }

    /** How much of a sheet is left, and for how long. */
    public Remaining remaining(Sheet sheet) {
        int rows = sheet.isConfirmed() ? sheets.rows().underWay(sheet.id()) : 0;
        SendSettings sending = sendings.of(sheet.id());
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
    public DocumentStatus find(DocumentName name) {
        DocumentStatus status = DocumentStatus.of(once.find(name.key()));
        return status.code() == DocumentStatus.Code.NEVER_SEEN
                ? sheets.trace(name).map(DocumentStatus::of).orElse(status)
                : status;
    }

    /** Rows that can be sent again: in Error, or unknown and no longer being asked for. */
    public static Predicate<SheetRow> open(Set<RowState> states) {
        return row -> states.contains(row.state())
                && (row.state() == RowState.ERROR
                        || (row.state() == RowState.UNKNOWN && row.reason() != RowReason.CHECKING));
    }
}
