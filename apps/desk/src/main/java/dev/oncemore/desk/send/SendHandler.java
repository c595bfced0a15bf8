package dev.oncemore.desk.send;

import dev.oncemore.connector.AccountingSystem;
import dev.oncemore.connector.ConnectorException;
import dev.oncemore.connector.Connectors;
import dev.oncemore.connector.Pace;
import dev.oncemore.desk.document.CreatedDocument;
import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.sheet.RowEvent;
import dev.oncemore.desk.sheet.RowReason;
import dev.oncemore.desk.sheet.RowTransition;
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
import dev.oncemore.once.record.RecordLockedException;
import dev.oncemore.once.record.RecordState;
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
 *   <li>Paused sheets are skipped. During a lock-out of the accounting system the queue is paused.
 *   <li>The document's key is claimed. If its record is already settled, the row is a duplicate.
 *   <li>The rows are read; withdrawn documents are skipped. While an act is changing the rows, the task waits without a connection.
 *   <li>After an unknown outcome, on a resend, and on a refusal after an earlier attempt, the number is looked up.
 *   <li>The document is created, and its id is recorded under the key.
 *   <li>The rows are updated. If the process dies before that, the next attempt finds the record and updates them.
 *   <li>When the last attempt leaves the outcome unknown, one more look-up decides. If it fails, too, the document is not sent any
 *       more; the task asks for it, less and less often, for a day.
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
    /** An act that changes the rows may take minutes. It is no attempt: those of the document are counted in its rows. */
    private static final Verdict LOCKED = Verdict.retryLater(SOON, "its rows are being changed");
    /** After so many failures of our own store, or of a bug, another attempt will not help. */
    private static final int STUCK_ATTEMPTS = 100;

    /** At this rate nobody could read the state Sending, so it is not written. */
    private static final double FAST_PER_MINUTE = 600;

    private static final String SENT_AGAIN = "the rows were sent again since; that is another task";

    private final Sheets sheets;
    private final SheetCache cache;
    private final SendResults results;
    private final DocumentCreation creation;
    private final Connectors connectors;
    private final DeskSettings desk;
    private final Once once;
    private final Map<DocumentType, Operation<CreatedDocument>> operations = new EnumMap<>(DocumentType.class);

    SendHandler(
            Sheets sheets,
            SheetCache cache,
            SendResults results,
            Connectors connectors,
            DeskSettings desk,
            RecordStore records,
            DocumentRefusals refusals,
            OnceListener listener) {
        this.sheets = sheets;
        this.cache = cache;
        this.results = results;
        this.creation = new DocumentCreation(refusals);
        this.connectors = connectors;
        this.desk = desk;
        once = Once.on(records, OnceSettings.standard().lease(LEASE).listener(listener));
        for (DocumentType type : DocumentType.values()) {
            operations.put(type, operation(type));
        }
    }

    private Operation<CreatedDocument> operation(DocumentType type) {
        return once.operation(type.operation(), CreatedDocument.CODEC)
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
            if (e instanceof RecordLockedException) {
                return LOCKED;
            }
            // Our own store, or a bug: the rows must not stay unsettled for ever.
            boolean isHopeless = e instanceof IllegalArgumentException
                    || e instanceof NoSuchElementException
                    || task.attempt() >= STUCK_ATTEMPTS;
            if (isHopeless && giveUp(request, e)) {
                LOG.log(Level.WARNING, "no progress with " + request + "; it is given up", e);
                return Verdict.rejected(SendResults.words(e));
            }
            LOG.log(Level.WARNING, "no progress with " + request + "; it is tried again", e);
            return Verdict.retryLater(SOON, String.valueOf(e));
        }
    }

    /** Settles the rows of a request that cannot be sent; false when the store cannot do even that now. */
    private boolean giveUp(SendRequest request, RuntimeException why) {
        try {
            Sheet sheet = cache.fresh(request.sheet()).sheet();
            List<SheetRow> rows = sheets.rows().of(request.sheet(), request.document(), request.revision()).stream()
                    .filter(row -> row.state().isUnsettled())
                    .toList();
            if (sheet == null || rows.isEmpty()) {
                return true;
            }
            DocumentName name = new DocumentName(sheet.company(), sheet.type(), request.document());
            boolean wasTried = once.find(name.key())
                    .record()
                    .filter(record -> record.state() != RecordState.FAILED_RETRYABLE)
                    .isPresent();
            String reason = String.valueOf(why.getMessage());
            String words = wasTried
                    ? "nobody knows whether it was created (" + reason + "); resend it"
                    : "nothing was created: " + reason;
            results.mark(
                    request,
                    sheet,
                    rows,
                    wasTried ? RowTransition.UNANSWERED : RowTransition.FAILED,
                    wasTried ? RowEvent.ROW_UNKNOWN : RowEvent.ROW_PROCESSED_ERROR,
                    words,
                    "",
                    0);
            return true;
        } catch (RuntimeException e) {
            why.addSuppressed(e);
            return false;
        }
    }

    private Verdict handle(SendRequest request, TaskRun task) throws Exception {
        CachedSheet known = cache.of(request.sheet());
        Sheet sheet = known.sheet();
        if (sheet == null) {
            return Verdict.rejected(SENT_AGAIN);
        }
        AccountingSystem system = connectors.find(known.sending().connector());
        String company = desk.companyId(system.spec().name(), sheet.company());
        SendAttempt attempt = new SendAttempt(request, sheet, system, company, task, sheets.rows());
        // The first run of a task reads the rows under its claim, and only there.
        if (task.attempt() > 1 || known.sending().isPaused()) {
            Optional<Verdict> unwanted = unwanted(attempt);
            if (unwanted.isPresent()) {
                return unwanted.get();
            }
        }
        if (isPaused(known, attempt)) {
            return Verdict.rejected(paused(known.sending()));
        }
        boolean isFast = system.pace().perMinute() > FAST_PER_MINUTE;
        return isFast ? sendUnlessHeld(attempt) : sendInTurn(attempt);
    }

    /** A pause holds up what is sent, and not what is only asked for. */
    private static boolean isPaused(CachedSheet known, SendAttempt attempt) {
        return known.sending().isPaused() && !attempt.isAsking();
    }

    /** The verdict on a document that is not to be sent: its rows were withdrawn or sent again, or have come to an end. */
    private Optional<Verdict> unwanted(SendAttempt attempt) {
        List<SheetRow> rows = attempt.rows();
        if (attempt.isWanted()) {
            return Optional.empty();
        }
        if (rows.isEmpty()) {
            return Optional.of(Verdict.rejected(SENT_AGAIN));
        }
        SheetRow first = rows.get(0);
        return Optional.of(first.state().isThere() ? Verdict.done(first.documentId()) : inError(attempt, first));
    }

    /**
     * The verdict on rows in Error. The process that withdrew them may have died before it saw the claim of an earlier attempt;
     * then the outcome is unknown, and the document is asked for.
     */
    private Verdict inError(SendAttempt attempt, SheetRow first) {
        boolean isInDoubt = attempt.task().attempt() > 1
                && first.reason() == RowReason.WITHDRAWN
                && once.find(attempt.name().key())
                        .record()
                        .filter(Withdrawal::isOpen)
                        .isPresent();
        if (!isInDoubt) {
            return Verdict.rejected(first.message());
        }
        String words = "it was withdrawn after an attempt to send it; nobody knows whether it was created";
        if (attempt.canFind()) {
            return results.ask(attempt, words + AskingPlan.GOES_ON);
        }
        String told = words + UnknownAdvice.onUnknown(false);
        results.mark(attempt, RowTransition.UNASKABLE, RowEvent.ROW_UNKNOWN, told, "", 0);
        return Verdict.rejected(told);
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
            if (isPaused(now, attempt)) {
                return unwanted(attempt).orElseGet(() -> Verdict.rejected(paused(now.sending())));
            }
            if (attempt.task().attempt() == 1 && attempt.system().pace().held().isEmpty()) {
                results.sending(attempt.request());
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
        attempt.forgetRows();
        KeyedOperation<CreatedDocument> effect = Objects.requireNonNull(
                        operations.get(attempt.name().type()))
                .key(attempt.name().key())
                .by(attempt.request().who())
                .whenUnknown(claim -> DocumentCreation.reconcile(claim, attempt));
        Outcome<CreatedDocument> outcome = effect.run(Payload.none(), claim -> creation.create(claim, attempt));
        if (attempt.isLocked()) {
            return LOCKED;
        }
        if (isOfAnother(outcome)) {
            return Verdict.retryLater(SOON, outcome.describe());
        }
        Optional<Verdict> unwanted = unwanted(attempt);
        if (unwanted.isPresent()) {
            return unwanted.get();
        }
        if (outcome instanceof Outcome.Done<CreatedDocument> done) {
            return results.created(attempt, done.value());
        }
        if (outcome instanceof Outcome.DoneWithoutValue<CreatedDocument>) {
            String id = effect.find()
                    .record()
                    .map(OnceRecord::resource)
                    .map(Resource::id)
                    .orElse("");
            return results.created(attempt, new CreatedDocument(id, "", attempt.content(), ""));
        }
        if (outcome instanceof Outcome.Failed<CreatedDocument> failed) {
            return results.failed(attempt, failed);
        }
        if (outcome instanceof Outcome.Unknown<CreatedDocument> unknown) {
            return results.unknown(attempt, unknown);
        }
        throw new IllegalStateException("there is no outcome " + outcome);
    }

    /** Whether another process has the claim, and records the outcome. */
    private static boolean isOfAnother(Outcome<CreatedDocument> outcome) {
        return outcome instanceof Outcome.InProgress<CreatedDocument>
                || outcome instanceof Outcome.Deposed<CreatedDocument>
                || outcome instanceof Outcome.Mismatch<CreatedDocument>;
    }
}
