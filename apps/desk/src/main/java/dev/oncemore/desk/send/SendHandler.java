package dev.oncemore.desk.send;

import dev.oncemore.connector.AccountingSystem;
import dev.oncemore.connector.ConnectorException;
import dev.oncemore.connector.Connectors;
import dev.oncemore.connector.Pace;
import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.document.Receipt;
import dev.oncemore.desk.sheet.RowEvent;
import dev.oncemore.desk.sheet.RowReason;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.desk.sheet.Sheets;
import dev.oncemore.once.KeyedOperation;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceListener;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Operation;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Resource;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskHandler;
import dev.oncemore.task.TaskRun;
import dev.oncemore.task.Verdict;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Sends one document.
 *
 * <ol>
 *   <li>Withdrawn documents and paused sheets are skipped. During a lock-out of the accounting system the queue is paused.
 *   <li>The document's key is claimed. If its record is already settled, the row is a duplicate.
 *   <li>After an unknown outcome, on a resend, and on a refusal after an earlier attempt, the number is looked up first.
 *   <li>The document is created, and its id is recorded under the key.
 *   <li>The rows are updated. If the process dies before that, the next attempt finds the record and updates them.
 * </ol>
 *
 * <p>Only the key counts, not the content: a number is never created twice. A refusal is recorded as retryable, so that a
 * corrected row can use its number.
 */
final class SendHandler implements TaskHandler<String> {
    /** Without an attempt timeout: a document may wait for its turn, and the connector limits each request. */
    static final RetryPolicy POLICY =
            RetryPolicy.preset("documents").toBuilder().noAttemptTimeout().build();

    private static final Logger LOG = System.getLogger("dev.oncemore.desk");
    private static final Duration RETENTION = Duration.ofDays(7);
    /** Shorter than a task's: when another process takes over the task, the claim has expired. */
    private static final Duration LEASE = Duration.ofSeconds(10);

    private static final Duration SOON = Duration.ofSeconds(5);
    /** After so many failures of our own store, or of a bug, another attempt will not help. */
    private static final int STUCK_ATTEMPTS = 100;

    /** At this rate nobody could read the state Sending, so it is not written. */
    private static final double FAST_PER_MINUTE = 600;

    private final Sheets sheets;
    private final SheetCache cache;
    private final SendResults results;
    private final DocumentCreation creation;
    private final Connectors connectors;
    private final DeskSettings desk;
    private final Once once;
    private final Map<DocumentType, Operation<Receipt>> operations = new EnumMap<>(DocumentType.class);

    SendHandler(
            Sheets sheets,
            SheetCache cache,
            SendResults results,
            Connectors connectors,
            DeskSettings desk,
            RecordStore records,
            OnceListener listener) {
        this.sheets = sheets;
        this.cache = cache;
        this.results = results;
        this.creation = new DocumentCreation(sheets);
        this.connectors = connectors;
        this.desk = desk;
        once = Once.on(records, OnceSettings.standard().lease(LEASE).listener(listener));
        for (DocumentType type : DocumentType.values()) {
            operations.put(type, operation(type));
        }
    }

    private Operation<Receipt> operation(DocumentType type) {
        return once.operation(type.operation(), Receipt.CODEC)
                .retention(RETENTION)
                .waitAtMost(Duration.ZERO)
                .classifier(Classifier.standard()
                        .on(
                                ConnectorException.class,
                                failure -> failure.isRefusal()
                                        ? Classification.transientFailure(
                                                failure.classification().reason())
                                        : null))
                .build();
    }

    @Override
    public Verdict handle(String payload, TaskRun task) throws Exception {
        SendRequest request = SendRequest.read(payload);
        try {
            return handle(request, task);
        } catch (RuntimeException e) {
            if (e instanceof ConnectorException) {
                throw e;
            }
            // Our own store, or a bug: the rows must not stay unsettled for ever.
            boolean isHopeless = e instanceof IllegalArgumentException
                    || e instanceof NoSuchElementException
                    || task.attempt() >= STUCK_ATTEMPTS;
            if (isHopeless && giveUp(request, task, e)) {
                LOG.log(Level.WARNING, "no progress with " + request + "; it is given up", e);
                return Verdict.rejected(SendResults.words(e));
            }
            LOG.log(Level.WARNING, "no progress with " + request + "; it is tried again", e);
            return Verdict.retryLater(SOON, String.valueOf(e));
        }
    }

    /** Settles the rows of a request that cannot be sent; false when the store cannot do even that now. */
    private boolean giveUp(SendRequest request, TaskRun task, RuntimeException why) {
        try {
            Sheet sheet = cache.fresh(request.sheet()).sheet();
            List<SheetRow> rows = rows(request).stream()
                    .filter(row -> row.state().isUnsettled())
                    .toList();
            if (sheet == null || rows.isEmpty()) {
                return true;
            }
            DocumentName name = new DocumentName(sheet.company(), sheet.type(), request.document());
            boolean wasTried = once.find(name.key()).record().isPresent();
            String reason = String.valueOf(why.getMessage());
            String words = wasTried
                    ? "nobody knows whether it was created (" + reason + "); resend it"
                    : "nothing was created: " + reason;
            RowEvent event = wasTried ? RowEvent.ROW_UNKNOWN : RowEvent.ROW_PROCESSED_ERROR;
            results.mark(request, sheet, rows, task, wasTried ? RowState.UNKNOWN : RowState.ERROR, event, words, "", 0);
            return true;
        } catch (RuntimeException e) {
            why.addSuppressed(e);
            return false;
        }
    }

    private Verdict handle(SendRequest request, TaskRun task) throws Exception {
        CachedSheet known = cache.of(request.sheet());
        Sheet sheet = known.sheet();
        List<SheetRow> rows = rows(request);
        if (sheet == null || rows.isEmpty()) {
            return Verdict.rejected("the rows were sent again since; that is another task");
        }
        RowState state = rows.get(0).state();
        if (state.isThere()) {
            return Verdict.done(rows.get(0).documentId());
        }
        SendSettings sending = known.sending();
        if (state == RowState.ERROR) {
            return Verdict.rejected(inError(request, sheet, rows, sending, task));
        }
        if (sending.isPaused()) {
            return Verdict.rejected(paused(sending));
        }
        AccountingSystem system = connectors.find(sending.connector());
        SendAttempt attempt = new SendAttempt(
                request,
                sheet,
                rows,
                sheet.document(rows),
                system,
                desk.companyId(system.spec().name(), sheet.company()),
                task);
        boolean isFast = system.pace()
                .estimate(1)
                .filter(estimate -> estimate.perMinute() > FAST_PER_MINUTE)
                .isPresent();
        return isFast ? sendUnlessHeld(attempt) : sendInTurn(attempt);
    }

    /**
     * The message of rows in Error. The process that withdrew them may have died before it saw the claim of an earlier attempt; then
     * the outcome is unknown.
     */
    private String inError(SendRequest request, Sheet sheet, List<SheetRow> rows, SendSettings sending, TaskRun task) {
        String message = rows.get(0).message();
        DocumentName name = new DocumentName(sheet.company(), sheet.type(), request.document());
        boolean isInDoubt = task.attempt() > 1
                && rows.get(0).reason() == RowReason.WITHDRAWN
                && once.find(name.key()).record().filter(Withdrawal::isOpen).isPresent();
        if (!isInDoubt) {
            return message;
        }
        String words = "it was withdrawn after an attempt to send it; nobody knows whether it was created"
                + UnknownAdvice.onUnknown(connectors, sending, sheet.type());
        results.mark(request, sheet, rows, task, RowState.UNKNOWN, RowEvent.ROW_UNKNOWN, words, "", 0);
        return words;
    }

    /** Sends one after another where each takes its time, so that the others can still be withdrawn. */
    private Verdict sendInTurn(SendAttempt attempt) throws Exception {
        Semaphore turns = attempt.system().turns();
        turns.acquire();
        try {
            if (attempt.task().isLost()) {
                return Verdict.retryLater(SOON, "another process has taken it over");
            }
            CachedSheet now = cache.fresh(attempt.request().sheet());
            if (now.sending().isPaused()) {
                return Verdict.rejected(paused(now.sending()));
            }
            List<SheetRow> rows = rows(attempt.request());
            if (rows.isEmpty() || rows.get(0).state() == RowState.ERROR) {
                return Verdict.rejected("it was withdrawn");
            }
            boolean isFirst = rows.get(0).state() == RowState.PENDING;
            if (attempt.system().pace().held().isEmpty() && isFirst && !results.sending(attempt.request())) {
                return Verdict.rejected("it was withdrawn");
            }
            return sendUnlessHeld(attempt);
        } finally {
            turns.release();
        }
    }

    private Verdict sendUnlessHeld(SendAttempt attempt) throws Exception {
        Optional<Pace.Hold> hold = attempt.system().pace().held();
        if (hold.isPresent()) {
            return Verdict.pauseQueue(hold.get().span(), hold.get().why());
        }
        return send(attempt);
    }

    private static String paused(SendSettings sending) {
        return "paused by " + sending.pausedBy() + "; resuming makes another task";
    }

    private Verdict send(SendAttempt attempt) throws Exception {
        DocumentName name = attempt.document().name();
        KeyedOperation<Receipt> effect = Objects.requireNonNull(operations.get(name.type()))
                .key(name.key())
                .by(attempt.request().who())
                .whenUnknown(claim -> DocumentCreation.reconcile(claim, attempt));
        Outcome<Receipt> outcome = effect.run(Payload.none(), claim -> creation.create(claim, attempt));
        if (outcome instanceof Outcome.Done<Receipt> done) {
            return results.created(attempt, done.value());
        }
        if (outcome instanceof Outcome.DoneWithoutValue<Receipt>) {
            String id = effect.find()
                    .record()
                    .map(OnceRecord::resource)
                    .map(Resource::id)
                    .orElse("");
            return results.created(
                    attempt, new Receipt(id, "", attempt.document().content(), ""));
        }
        if (outcome instanceof Outcome.Failed<Receipt> failed) {
            return results.failed(attempt, failed);
        }
        if (outcome instanceof Outcome.Unknown<Receipt> unknown) {
            return results.unknown(attempt, unknown);
        }
        // Another process has the claim.
        return Verdict.retryLater(SOON, outcome.describe());
    }

    private List<SheetRow> rows(SendRequest request) {
        return sheets.rows().of(request.sheet(), request.document(), request.revision());
    }
}
