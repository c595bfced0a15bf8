package dev.oncemore.desk.send;

import dev.oncemore.OncemoreException;
import dev.oncemore.connector.AccountingSystem;
import dev.oncemore.connector.ConnectorException;
import dev.oncemore.connector.Connectors;
import dev.oncemore.connector.Pace;
import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.document.Receipt;
import dev.oncemore.desk.sheet.RowEvent;
import dev.oncemore.desk.sheet.RowLog;
import dev.oncemore.desk.sheet.RowLogEntry;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.desk.sheet.SheetRows;
import dev.oncemore.desk.sheet.Sheets;
import dev.oncemore.once.Claim;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceListener;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.Reconciler;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Resource;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskHandler;
import dev.oncemore.task.TaskRun;
import dev.oncemore.task.Verdict;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Sends one document.
 *
 * <ol>
 *   <li>Who was taken back, or whose sheet is paused, is not sent. While the accounting system wants to be left alone, nobody is.
 *   <li>The document's key is claimed. Whoever finds it settled has a duplicate.
 *   <li>If an earlier attempt left an unknown outcome, the accounting system is asked for the number first.
 *   <li>So it is when somebody sends it again, and when it is refused after an earlier attempt.
 *   <li>The document is created, and its id is recorded under the key.
 *   <li>The rows learn of it. If the process dies before, the next attempt finds the record and tells them.
 * </ol>
 *
 * <p>Only the key counts, not the content: a number that was created is never created again. That the other side said no is
 * recorded as "may be tried again", so that a corrected row can use its number.
 */
final class SendHandler implements TaskHandler<String> {
    static final RetryPolicy POLICY = RetryPolicy.preset("documents");

    private static final Logger LOG = System.getLogger("dev.oncemore.desk");
    /** The reconciler is told a claim and no more; it is asked on the thread that sends. */
    private static final ThreadLocal<SendAttempt> CURRENT = new ThreadLocal<>();

    private static final Duration RETENTION = Duration.ofDays(7);
    /** Shorter than a task's, so that whoever takes over a dead process's task finds its claim given up. */
    private static final Duration LEASE = Duration.ofSeconds(10);

    private static final Duration SOON = Duration.ofSeconds(5);
    private static final Duration MOMENT = Duration.ofMillis(100);
    /** What our own store or a bug held up so often will not come right by itself. */
    private static final int STUCK_ATTEMPTS = 100;

    private static final int PEOPLE_MAX = 100;
    /** From so many documents a minute on nobody could read that a row is being sent. */
    private static final double FAST_PER_MINUTE = 600;

    private final Sheets sheets;
    private final SheetCache cache;
    private final RowUpdates updates;
    private final RowLog log;
    private final Connectors connectors;
    private final DeskSettings desk;
    private final RecordStore records;
    private final OnceSettings settings;
    /** One for each person, since all who use one share commits. */
    private final Map<String, Once> onces = new ConcurrentHashMap<>();

    SendHandler(
            Sheets sheets,
            SheetCache cache,
            RowUpdates updates,
            RowLog log,
            Connectors connectors,
            DeskSettings desk,
            RecordStore records,
            OnceListener listener) {
        this.sheets = sheets;
        this.cache = cache;
        this.updates = updates;
        this.log = log;
        this.connectors = connectors;
        this.desk = desk;
        this.records = records;
        this.settings = OnceSettings.standard()
                .retention(RETENTION)
                .lease(LEASE)
                .waitAtMost(Duration.ZERO)
                .listener(listener)
                .whenUnknown(WhenUnknown.reconcile(SendHandler::ask))
                .classifier(Classifier.standard()
                        .on(
                                ConnectorException.class,
                                failure -> failure.isRefusal()
                                        ? dev.oncemore.retry.policy.Classification.transientFailure(
                                                failure.classification().reason())
                                        : null));
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
            // Our own store, or a bug: the rows must not be left behind in the middle.
            boolean isHopeless = e instanceof IllegalArgumentException
                    || e instanceof NoSuchElementException
                    || task.attempt() >= STUCK_ATTEMPTS;
            if (isHopeless && giveUp(request, task, e)) {
                LOG.log(Level.WARNING, "no progress with " + request + "; it is given up", e);
                return Verdict.rejected(words(e));
            }
            LOG.log(Level.WARNING, "no progress with " + request + "; it is tried again", e);
            return Verdict.retryLater(SOON, String.valueOf(e));
        } finally {
            CURRENT.remove();
        }
    }

    /** Tells the rows, so that nobody waits for what cannot be sent; false when not even that can be done now. */
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
            boolean wasTried = once(request.who()).find(name.key()).record().isPresent();
            String reason = String.valueOf(why.getMessage());
            String words = wasTried
                    ? "nobody knows whether it was created (" + reason + "); resend it"
                    : "nothing was created: " + reason;
            RowEvent event = wasTried ? RowEvent.ROW_UNKNOWN : RowEvent.ROW_PROCESSED_ERROR;
            List<RowLogEntry> lines = rows.stream()
                    .map(row -> log.line(
                            sheet, row, event, request.who(), request.revision(), task.attempt(), 0, "", words))
                    .toList();
            updates.put(new RowUpdate(request, wasTried ? RowState.UNKNOWN : RowState.ERROR, words, "", lines));
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
     * What there is to say of rows in Error. Whoever took them back may have died before it saw that an earlier attempt had claimed
     * them: that nothing was created is not known then.
     */
    private String inError(SendRequest request, Sheet sheet, List<SheetRow> rows, SendSettings sending, TaskRun task) {
        String message = rows.get(0).message();
        DocumentName name = new DocumentName(sheet.company(), sheet.type(), request.document());
        boolean isInDoubt = task.attempt() > 1
                && message.startsWith(Withdrawal.MARK)
                && once(request.who())
                        .find(name.key())
                        .record()
                        .filter(Withdrawal::isOpen)
                        .isPresent();
        if (!isInDoubt) {
            return message;
        }
        String words = "it was taken back after an attempt to send it; nobody knows whether it was created"
                + UnknownAdvice.onUnknown(connectors, sending, sheet.type());
        List<RowLogEntry> lines = rows.stream()
                .map(row -> log.line(
                        sheet,
                        row,
                        RowEvent.ROW_UNKNOWN,
                        request.who(),
                        request.revision(),
                        task.attempt(),
                        0,
                        "",
                        words))
                .toList();
        updates.put(new RowUpdate(request, RowState.UNKNOWN, words, "", lines));
        return words;
    }

    /** Where each one takes its time, no more are taken up than can be sent at once: the others can still be taken back. */
    private Verdict sendInTurn(SendAttempt attempt) throws Exception {
        Semaphore turns = attempt.system().turns();
        turns.acquire();
        try {
            if (attempt.task().isLost()) {
                return Verdict.retryLater(SOON, "somebody else has it by now");
            }
            CachedSheet now = cache.fresh(attempt.request().sheet());
            if (now.sending().isPaused()) {
                return Verdict.rejected(paused(now.sending()));
            }
            List<SheetRow> rows = rows(attempt.request());
            if (rows.isEmpty() || rows.get(0).state() == RowState.ERROR) {
                return Verdict.rejected("it was taken back");
            }
            boolean isFirst = rows.get(0).state() == RowState.PENDING;
            if (attempt.system().pace().held().isEmpty()
                    && isFirst
                    && !updates.put(new RowUpdate(attempt.request(), RowState.SENDING, "", "", List.of()))) {
                return Verdict.rejected("it was taken back");
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
        CURRENT.set(attempt);
        return send(attempt);
    }

    private static String paused(SendSettings sending) {
        return "paused by " + sending.pausedBy() + "; whoever resumes it makes another task";
    }

    private Verdict send(SendAttempt attempt) throws Exception {
        SendRequest request = attempt.request();
        Once once = once(request.who());
        Outcome<Receipt> outcome = once.run(
                attempt.document().name().key(), Payload.none(), Receipt.CODEC, claim -> create(claim, attempt));
        if (outcome instanceof Outcome.Done<Receipt> done) {
            return there(attempt, done.value());
        }
        if (outcome instanceof Outcome.DoneWithoutValue<Receipt>) {
            String id = once.find(attempt.document().name().key())
                    .record()
                    .map(OnceRecord::resource)
                    .map(Resource::id)
                    .orElse("");
            return there(attempt, new Receipt(id, "", attempt.document().content(), ""));
        }
        if (outcome instanceof Outcome.Failed<Receipt> failed) {
            return failed(attempt, failed);
        }
        if (outcome instanceof Outcome.Unknown<Receipt> unknown) {
            return unknown(attempt, unknown);
        }
        // Somebody else is at it, or was faster.
        return Verdict.retryLater(SOON, outcome.describe());
    }

    private Once once(String who) {
        if (onces.size() >= PEOPLE_MAX && !onces.containsKey(who)) {
            return Once.on(records, settings.who(who));
        }
        return onces.computeIfAbsent(who, name -> Once.on(records, settings.who(name)));
    }

    private Receipt create(Claim claim, SendAttempt attempt) throws IOException, InterruptedException {
        // Who takes rows back looks at claims afterwards, and we at the rows: one of us sees the other.
        if (sheets.rows()
                .isWithdrawn(
                        attempt.request().sheet(),
                        attempt.request().document(),
                        attempt.request().revision())) {
            throw new TakenBack();
        }
        boolean canFind = attempt.system().canFind(attempt.sheet().type().word());
        // Whatever was said of it earlier: who sends it again looks whether it is there.
        if (attempt.request().revision() > 0 && canFind) {
            Optional<Receipt> earlier = lookUp(claim, attempt);
            if (earlier.isPresent()) {
                return earlier.get();
            }
        }
        AccountingSystem.Made made;
        try {
            made = attempt.system().create(attempt.outgoing());
        } catch (ConnectorException e) {
            boolean hadOthers =
                    attempt.task().attempt() > 1 || attempt.request().revision() > 0;
            if (e.isRefusal() && hadOthers && canFind) {
                return lookUpRefused(claim, attempt, e);
            }
            throw e;
        }
        claim.created(attempt.sheet().type().word(), made.id());
        return new Receipt(
                made.id(), attempt.request().origin(), attempt.document().content(), made.link());
    }

    /** It may be refused because an earlier attempt created it. */
    private static Receipt lookUpRefused(Claim claim, SendAttempt attempt, ConnectorException refusal)
            throws InterruptedException {
        Optional<Receipt> earlier;
        try {
            earlier = lookUp(claim, attempt);
        } catch (IOException | ConnectorException e) {
            throw ConnectorException.unknown(refusal.classification().reason()
                    + "; whether an earlier attempt created it could not be asked: " + words(e));
        }
        return earlier.orElseThrow(() -> refusal);
    }

    private static Optional<Receipt> lookUp(Claim claim, SendAttempt attempt) throws IOException, InterruptedException {
        Optional<AccountingSystem.Found> found;
        try {
            found = attempt.system().find(attempt.outgoing());
        } catch (ConnectorException e) {
            // Only the question was refused, not the document.
            throw e.isRefusal() ? ConnectorException.unknown("the look-up was refused: " + words(e)) : e;
        }
        found.ifPresent(one -> claim.created(attempt.sheet().type().word(), one.id()));
        return found.map(one -> new Receipt(
                one.id(),
                attempt.request().origin(),
                one.isSame() ? attempt.document().content() : "",
                ""));
    }

    private static Reconciler.Answer ask(Claim claim) throws IOException, InterruptedException {
        SendAttempt attempt = Objects.requireNonNull(CURRENT.get(), "the reconciler is asked on the thread that sends");
        if (!attempt.system().canFind(attempt.sheet().type().word())) {
            return Reconciler.Answer.cannotTell();
        }
        return lookUp(claim, attempt).map(Reconciler.Answer::happened).orElseGet(Reconciler.Answer::didNotHappen);
    }

    private Verdict there(SendAttempt attempt, Receipt receipt) {
        attempt.system().pace().ended();
        if (!receipt.content().equals(attempt.document().content())) {
            return refused(
                    attempt,
                    "the number " + attempt.request().document() + " exists already with other content (id "
                            + receipt.id() + "); nothing was created, use another number for another document",
                    0);
        }
        boolean isOwn = receipt.origin().equals(attempt.request().origin());
        mark(
                attempt,
                isOwn ? RowState.CREATED : RowState.DUPLICATE,
                isOwn ? RowEvent.ROW_PROCESSED_SUCCESS : RowEvent.ROW_DUPLICATE,
                isOwn ? "" : "it had been created earlier; nothing was created now",
                receipt.id(),
                0);
        return Verdict.done(receipt.id());
    }

    private Verdict failed(SendAttempt attempt, Outcome.Failed<Receipt> failed) throws Exception {
        Throwable cause = failed.cause().orElse(null);
        if (cause instanceof TakenBack) {
            return Verdict.rejected(words(cause));
        }
        if (cause instanceof ConnectorException refusal) {
            if (refusal.isRefusal()) {
                return refused(attempt, refusal.classification().reason(), refusal.status());
            }
            Optional<Verdict> held = held(attempt, refusal, RowState.PENDING);
            if (held.isPresent()) {
                return held.get();
            }
        }
        if (cause == null || failed.isFinal()) {
            return refused(attempt, failed.reason(), 0);
        }
        if (isLast(attempt.task())) {
            String words =
                    "gave up after " + attempt.task().attempt() + " attempts, nothing was created: " + words(cause);
            return refused(attempt, words, status(cause));
        }
        mark(attempt, RowState.SENDING, RowEvent.ROW_RETRY, words(cause), "", status(cause));
        throw rethrown(cause);
    }

    /**
     * Who is locked out waits with all others, and that is no attempt. After a 429 all others wait as well, but it counts.
     */
    private Optional<Verdict> held(SendAttempt attempt, ConnectorException failure, RowState state) {
        if (!failure.isLockedOut()) {
            return Optional.empty();
        }
        String words = words(failure);
        String message = state == RowState.UNKNOWN ? SheetRows.CHECKING + words : words;
        mark(attempt, state, RowEvent.ROW_HELD, message, "", failure.status());
        Duration span = attempt.system().pace().held().map(Pace.Hold::span).orElse(MOMENT);
        return Optional.of(Verdict.pauseQueue(span, words));
    }

    /** Without an id: where there is one under this number, it is another document's, and only the words name it. */
    private Verdict refused(SendAttempt attempt, String why, int status) {
        mark(attempt, RowState.ERROR, RowEvent.ROW_PROCESSED_ERROR, why, "", status);
        return Verdict.rejected(why);
    }

    private Verdict unknown(SendAttempt attempt, Outcome.Unknown<Receipt> unknown) throws Exception {
        Throwable cause = unknown.cause().orElse(null);
        if (cause instanceof ConnectorException failure) {
            Optional<Verdict> held = held(attempt, failure, RowState.UNKNOWN);
            if (held.isPresent()) {
                return held.get();
            }
        }
        String words = cause != null ? words(cause) : unknown.reason();
        boolean canFind = attempt.system().canFind(attempt.sheet().type().word());
        if (isLast(attempt.task()) || !canFind) {
            mark(
                    attempt,
                    RowState.UNKNOWN,
                    RowEvent.ROW_UNKNOWN,
                    "nobody knows whether it was created (" + words + ")" + UnknownAdvice.onUnknown(canFind),
                    "",
                    status(cause));
            return Verdict.rejected(words);
        }
        mark(attempt, RowState.UNKNOWN, RowEvent.ROW_RETRY, SheetRows.CHECKING + words, "", status(cause));
        // A bug is not judged by the policy, which would give up at once: the next attempt asks for the number.
        throw cause instanceof IOException || cause instanceof ConnectorException
                ? rethrown(cause)
                : ConnectorException.unknown(words);
    }

    private void mark(SendAttempt attempt, RowState state, RowEvent event, String words, String id, int status) {
        List<RowLogEntry> lines = attempt.rows().stream()
                .map(row -> log.line(
                        attempt.sheet(),
                        row,
                        event,
                        attempt.request().who(),
                        attempt.request().revision(),
                        attempt.task().attempt(),
                        status,
                        id,
                        words))
                .toList();
        // What is tried again says so by its state; the words are in its history.
        String message = state == RowState.SENDING ? "" : words;
        updates.put(new RowUpdate(attempt.request(), state, message, id, lines));
    }

    /** Somebody took the rows back before anything was sent. */
    private static final class TakenBack extends OncemoreException implements Classified {
        private static final long serialVersionUID = 1;

        TakenBack() {
            super("it was taken back");
        }

        @Override
        public dev.oncemore.retry.policy.Classification classification() {
            return dev.oncemore.retry.policy.Classification.transientFailure("it was taken back");
        }
    }

    private static boolean isLast(TaskRun task) {
        return task.attempt() >= POLICY.maxAttempts();
    }

    private static Exception rethrown(Throwable cause) {
        return cause instanceof Exception exception ? exception : new IllegalStateException(cause);
    }

    private static int status(@Nullable Throwable cause) {
        return cause instanceof ConnectorException failure ? failure.status() : 0;
    }

    private static String words(Throwable cause) {
        return cause instanceof ConnectorException ? String.valueOf(cause.getMessage()) : String.valueOf(cause);
    }

    private List<SheetRow> rows(SendRequest request) {
        return sheets.rows().of(request.sheet(), request.document(), request.revision());
    }
}
