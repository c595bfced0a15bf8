package dev.oncemore.desk.send;

import dev.oncemore.connector.ConnectorSpec;
import dev.oncemore.connector.Connectors;
import dev.oncemore.connector.TokenVault;
import dev.oncemore.desk.company.Companies;
import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.sheet.FileWork;
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
import dev.oncemore.observe.Telemetry;
import dev.oncemore.once.Once;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.ActTransaction;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.time.Ids;
import dev.oncemore.time.Time;
import java.sql.Connection;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
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
    private static final Duration REFUSALS_KEPT = Duration.ofDays(366);

    private final Sheets sheets;
    private final SheetContents contents;
    private final Companies companies;
    private final RowLog log;
    private final DocumentRefusals refusals;
    private final SendQueue sendQueue;
    private final Withdrawal withdrawal;
    private final Resend resend;
    private final RecordStore records;
    private final Once once;
    private final SheetQueries queries;
    private final @Nullable DeskSettings settings;
    private final Connectors connectors;
    private final FileWork files = FileWork.standard();

    /**
     * A service on this store.
     *
     * @param settings where documents go; null when they go nowhere
     * @param environment where the secrets of connectors are
     */
    public SendService(
            Backend backend,
            TransactionalTasks<Connection> tasks,
            Ids ids,
            Time time,
            InstantSource clock,
            Telemetry telemetry,
            @Nullable DeskSettings settings,
            Map<String, String> environment) {
        Database database = backend.database();
        this.sheets = new Sheets(backend, clock);
        this.contents = new SheetContents(backend);
        this.companies = new Companies(
                database, settings == null ? Set.of() : settings.companyIds().keySet(), clock);
        this.log = new RowLog(database, ids, clock);
        this.records = backend.records();
        this.once = Once.on(records);
        this.settings = settings;
        this.connectors = new Connectors(
                settings == null ? List.of() : settings.connectors(),
                environment,
                time,
                clock,
                new TokenVault(database, backend.records(), clock),
                telemetry);
        this.refusals = new DocumentRefusals(database, clock);
        this.sendQueue = new SendQueue(tasks, connectors);
        this.queries = new SheetQueries(sheets, contents, new SendStore(database), connectors);
        this.withdrawal = new Withdrawal(queries, log, backend.records(), connectors, sendQueue);
        this.resend = new Resend(sheets, contents, log, sendQueue, files);
        if (settings != null) {
            RowUpdates updates = new RowUpdates(database, clock);
            tasks.handle(
                    SendQueue.KIND,
                    String.class,
                    SendHandler.POLICY,
                    new SendHandler(
                            sheets,
                            new SheetCache(sheets, new SendStore(database), time),
                            new SendResults(updates, log),
                            connectors,
                            settings,
                            backend.records(),
                            refusals,
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

    /** Forgets how often documents were refused, a year after the last time. */
    public int forgetRefusals() {
        return refusals.forget(sheets.now().minus(REFUSALS_KEPT));
    }

    public Sheets sheets() {
        return sheets;
    }

    public SheetContents contents() {
        return contents;
    }

    /** Sheets, rows and progress, to be read. */
    public SheetQueries queries() {
        return queries;
    }

    public SheetImport imports(Acts acts, Ids ids) {
        return new SheetImport(sheets, contents, companies, records, acts, ids, files);
    }

    /** The companies whose documents are sent. */
    public Companies companies() {
        return companies;
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

    /** Says where a sheet goes that was not confirmed yet; an empty name is the usual one. */
    public Act<Boolean> choose(Sheet sheet, String connector) {
        if (connector.isEmpty()) {
            return here -> false;
        }
        requireConnected(sheet, connector);
        return here -> here.sql().call(connection -> {
            if (!sheets.holdOpen(connection, sheet.id())) {
                throw Rejected.conflict("this sheet is confirmed; its connector cannot be changed");
            }
            SendStore.put(connection, sheet.id(), new SendSettings(connector, ""));
            return true;
        });
    }

    /** Refuses a sheet whose documents cannot be sent, as the act sees it. */
    public void requireConnected(ActTransaction here, Sheet sheet) {
        requireConnected(sheet, queries.within(here).sending(sheet.id()).connector());
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

    /** These are sent as soon as the act is committed. */
    public void enqueue(ActTransaction here, String sheet, List<SendRequest> requests) {
        sendQueue.put(here, sheet, requests);
    }

    /** Sends rows again: a document of which any row is chosen is sent as a whole. */
    public Act<ResendResult> resend(Sheet sheet, Predicate<SheetRow> chosen, String who) {
        requireConnected(sheet, queries.sending(sheet.id()).connector());
        return resend.resend(sheet, chosen, who);
    }

    /** Sends nothing more of a sheet until it is resumed; what is on its way comes to its end. */
    public Act<Boolean> pause(Sheet sheet, String who) {
        return here -> {
            SheetQueries now = queries.within(here);
            SendSettings sending = now.sending(sheet.id());
            if (sending.isPaused() || now.remaining(sheet).rows() == 0) {
                throw Rejected.conflict(
                        sending.isPaused() ? "it is already paused by " + sending.pausedBy() : "nothing is being sent");
            }
            put(here, sheet, new SendSettings(sending.connector(), who));
            here.audit(who, "sheet paused", sheet.named(), "");
            return true;
        };
    }

    private static void put(ActTransaction here, Sheet sheet, SendSettings sending) {
        here.sql().call(connection -> {
            SendStore.put(connection, sheet.id(), sending);
            return true;
        });
    }

    /** Goes on with a sheet: whatever has not come to an end gets a new task, and its old one finds nothing to do. */
    public Act<Boolean> resume(Sheet sheet, String who) {
        return Act.large(here -> {
            SendSettings sending = queries.within(here).sending(sheet.id());
            if (!sending.isPaused()) {
                throw Rejected.conflict("it is not paused");
            }
            requireConnected(sheet, sending.connector());
            put(here, sheet, new SendSettings(sending.connector(), ""));
            List<SendRequest> requests = here.sql().call(connection -> {
                List<SendRequest> open = new ArrayList<>();
                for (SendRequest request : SendStore.followUps(connection, sheet.id(), who)) {
                    if (SendStore.handOver(connection, request)) {
                        open.add(request);
                    }
                }
                return open;
            });
            enqueue(here, sheet.id(), requests);
            here.audit(who, "sheet resumed", sheet.named(), "");
            return true;
        });
    }

    /** Withdraws what was not sent yet, and returns how many rows. What was sent and has no answer yet stays. */
    public Act<Integer> cancel(Sheet sheet, String who) {
        return withdrawal.cancel(sheet, who);
    }

    /** Settles the rows of a document whose task was cancelled by its id; otherwise they would wait for ever. */
    public void taskCancelled(ActTransaction here, String task, String who) {
        withdrawal.taskCancelled(here, task, who);
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

    /** Rows that can be sent again: in Error, or unknown without another attempt to come. */
    public static Predicate<SheetRow> open(Set<RowState> states) {
        return row -> states.contains(row.state())
                && (row.state() == RowState.ERROR
                        || (row.state() == RowState.UNKNOWN && row.reason() != RowReason.CHECKING));
    }
}
