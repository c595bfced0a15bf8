package dev.oncemore.server.desk;

import dev.oncemore.OncemoreException;
import dev.oncemore.once.Claim;
import dev.oncemore.once.KeyedOperation;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceListener;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Operation;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.Reconciled;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Resource;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.server.desk.connector.AccountingSystem;
import dev.oncemore.server.desk.connector.ConnectorException;
import dev.oncemore.server.desk.connector.Connectors;
import dev.oncemore.server.desk.connector.Pace;
import dev.oncemore.task.TaskHandler;
import dev.oncemore.task.TaskRun;
import dev.oncemore.task.Verdict;
import java.io.IOException;
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
final class Dispatch implements TaskHandler<String> {
    static final RetryPolicy POLICY = RetryPolicy.preset("documents");

    private static final Logger LOG = System.getLogger("dev.oncemore.server.desk");
    private static final Duration RETENTION = Duration.ofDays(7);
    /** Shorter than a task's, so that whoever takes over a dead process's task finds its claim given up. */
    private static final Duration LEASE = Duration.ofSeconds(10);

    private static final Duration SOON = Duration.ofSeconds(5);
    private static final Duration MOMENT = Duration.ofMillis(100);
    /** What our own store or a bug held up so often will not come right by itself. */
    private static final int STUCK_ATTEMPTS = 100;

    /** From so many documents a minute on nobody could read that a row is being sent. */
    private static final double FAST_PER_MINUTE = 600;

    private final Sheets sheets;
    private final LoadedSheets loaded;
    private final RowUpdates marks;
    private final RowLog log;
    private final Connectors connectors;
    private final DeskSettings desk;
    private final Once once;
    private final Map<DocumentType, Operation<Receipt>> creations = new EnumMap<>(DocumentType.class);

    Dispatch(
            Sheets sheets,
            LoadedSheets loaded,
            RowUpdates marks,
            RowLog log,
            Connectors connectors,
            DeskSettings desk,
            RecordStore records,
            OnceListener listener) {
        this.sheets = sheets;
        this.loaded = loaded;
        this.marks = marks;
        this.log = log;
        this.connectors = connectors;
        this.desk = desk;
        once = Once.on(records, OnceSettings.standard().lease(LEASE).listener(listener));
        for (DocumentType type : DocumentType.values()) {
            creations.put(type, creation(type));
        }
    }

    private Operation<Receipt> creation(DocumentType type) {
        return once.operation(DocumentKey.operation(type.word()), Receipt.CODEC)
                .retention(RETENTION)
                .waitAtMost(Duration.ZERO)
                .classifier(Classifier.standard()
                        .on(
                                ConnectorException.class,
                                failure -> failure.isRefusal()
                                        ? dev.oncemore.retry.policy.Classification.transientFailure(
                                                failure.classification().reason())
                                        : null))
                .build();
    }

    @Override
    public Verdict handle(String payload, TaskRun task) throws Exception {
        SendRequest errand = SendRequest.read(payload);
        try {
            return handle(errand, task);
        } catch (RuntimeException e) {
            if (e instanceof ConnectorException) {
                throw e;
            }
            // Our own store, or a bug: the rows must not be left behind in the middle.
            boolean isHopeless = e instanceof IllegalArgumentException
                    || e instanceof NoSuchElementException
                    || task.attempt() >= STUCK_ATTEMPTS;
            if (isHopeless && giveUp(errand, task, e)) {
                LOG.log(Level.WARNING, "no progress with " + errand + "; it is given up", e);
                return Verdict.rejected(words(e));
            }
            LOG.log(Level.WARNING, "no progress with " + errand + "; it is tried again", e);
            return Verdict.retryLater(SOON, String.valueOf(e));
        }
    }

    /** Tells the rows, so that nobody waits for what cannot be sent; false when not even that can be done now. */
    private boolean giveUp(SendRequest errand, TaskRun task, RuntimeException why) {
        try {
            Sheet sheet = loaded.fresh(errand.sheet()).sheet();
            List<SheetRow> rows = sheets.of(errand).stream()
                    .filter(row -> row.state().isUnsettled())
                    .toList();
            if (sheet == null || rows.isEmpty()) {
                return true;
            }
            DocumentName name = new DocumentName(sheet.company(), sheet.type(), errand.document());
            boolean wasTried = once.find(name.key()).record().isPresent();
            String reason = String.valueOf(why.getMessage());
            String words = wasTried
                    ? "nobody knows whether it was created (" + reason + "); resend it"
                    : "nothing was created: " + reason;
            RowEvent event = wasTried ? RowEvent.ROW_UNKNOWN : RowEvent.ROW_PROCESSED_ERROR;
            List<RowLogEntry> lines = rows.stream()
                    .map(row ->
                            log.line(sheet, row, event, errand.who(), errand.revision(), task.attempt(), 0, "", words))
                    .toList();
            marks.put(new RowUpdate(errand, wasTried ? RowState.UNKNOWN : RowState.ERROR, words, "", lines));
            return true;
        } catch (RuntimeException e) {
            why.addSuppressed(e);
            return false;
        }
    }

    private Verdict handle(SendRequest errand, TaskRun task) throws Exception {
        Loaded known = loaded.of(errand.sheet());
        Sheet sheet = known.sheet();
        List<SheetRow> rows = sheets.of(errand);
        if (sheet == null || rows.isEmpty()) {
            return Verdict.rejected("the rows were sent again since; that is another task");
        }
        RowState state = rows.get(0).state();
        if (state.isThere()) {
            return Verdict.done(rows.get(0).documentId());
        }
        Sending sending = known.sending();
        if (state == RowState.ERROR) {
            return Verdict.rejected(inError(errand, sheet, rows, sending, task));
        }
        if (sending.isPaused()) {
            return Verdict.rejected(paused(sending));
        }
        AccountingSystem system = connectors.find(sending.connector());
        Work work = new Work(
                errand,
                sheet,
                rows,
                Document.of(sheet, rows),
                system,
                desk.companyId(system.spec().name(), sheet.company()),
                task);
        boolean isFast = system.pace()
                .estimate(1)
                .filter(estimate -> estimate.perMinute() > FAST_PER_MINUTE)
                .isPresent();
        return isFast ? sendUnlessHeld(work) : sendInTurn(work);
    }

    /**
     * What there is to say of rows in Error. Whoever took them back may have died before it saw that an earlier attempt had claimed
     * them: that nothing was created is not known then.
     */
    private String inError(SendRequest errand, Sheet sheet, List<SheetRow> rows, Sending sending, TaskRun task) {
        String message = rows.get(0).message();
        DocumentName name = new DocumentName(sheet.company(), sheet.type(), errand.document());
        boolean isInDoubt = task.attempt() > 1
                && message.startsWith(Withdrawal.MARK)
                && once.find(name.key()).record().filter(Withdrawal::isOpen).isPresent();
        if (!isInDoubt) {
            return message;
        }
        String words = "it was taken back after an attempt to send it; nobody knows whether it was created"
                + Advice.onUnknown(connectors, sending, sheet.type());
        List<RowLogEntry> lines = rows.stream()
                .map(row -> log.line(
                        sheet,
                        row,
                        RowEvent.ROW_UNKNOWN,
                        errand.who(),
                        errand.revision(),
                        task.attempt(),
                        0,
                        "",
                        words))
                .toList();
        marks.put(new RowUpdate(errand, RowState.UNKNOWN, words, "", lines));
        return words;
    }

    /** Where each one takes its time, no more are taken up than can be sent at once: the others can still be taken back. */
    private Verdict sendInTurn(Work work) throws Exception {
        Semaphore turns = work.system().turns();
        turns.acquire();
        try {
            if (work.task().isLost()) {
                return Verdict.retryLater(SOON, "somebody else has it by now");
            }
            Loaded now = loaded.fresh(work.errand().sheet());
            if (now.sending().isPaused()) {
                return Verdict.rejected(paused(now.sending()));
            }
            List<SheetRow> rows = sheets.of(work.errand());
            if (rows.isEmpty() || rows.get(0).state() == RowState.ERROR) {
                return Verdict.rejected("it was taken back");
            }
            boolean isFirst = rows.get(0).state() == RowState.PENDING;
            if (work.system().pace().held().isEmpty()
                    && isFirst
                    && !marks.put(new RowUpdate(work.errand(), RowState.SENDING, "", "", List.of()))) {
                return Verdict.rejected("it was taken back");
            }
            return sendUnlessHeld(work);
        } finally {
            turns.release();
        }
    }

    private Verdict sendUnlessHeld(Work work) throws Exception {
        Optional<Pace.Hold> hold = work.system().pace().held();
        if (hold.isPresent()) {
            return Verdict.pauseQueue(hold.get().span(), hold.get().why());
        }
        return send(work);
    }

    private static String paused(Sending sending) {
        return "paused by " + sending.pausedBy() + "; whoever resumes it makes another task";
    }

    private Verdict send(Work work) throws Exception {
        SendRequest errand = work.errand();
        KeyedOperation<Receipt> creation = Objects.requireNonNull(
                        creations.get(work.sheet().type()))
                .key(work.document().name().key())
                .by(errand.who())
                .whenUnknown(claim -> ask(claim, work));
        Outcome<Receipt> outcome = creation.run(Payload.none(), claim -> create(claim, work));
        if (outcome instanceof Outcome.Done<Receipt> done) {
            return there(work, done.value());
        }
        if (outcome instanceof Outcome.DoneWithoutValue<Receipt>) {
            String id = creation.find()
                    .record()
                    .map(OnceRecord::resource)
                    .map(Resource::id)
                    .orElse("");
            return there(work, new Receipt(id, "", work.document().content(), ""));
        }
        if (outcome instanceof Outcome.Failed<Receipt> failed) {
            return failed(work, failed);
        }
        if (outcome instanceof Outcome.Unknown<Receipt> unknown) {
            return unknown(work, unknown);
        }
        // Somebody else is at it, or was faster.
        return Verdict.retryLater(SOON, outcome.describe());
    }

    private Receipt create(Claim claim, Work work) throws IOException, InterruptedException {
        // Who takes rows back looks at claims afterwards, and we at the rows: one of us sees the other.
        if (sheets.isTakenBack(work.errand())) {
            throw new TakenBack();
        }
        boolean canFind = work.system().canFind(work.sheet().type().word());
        // Whatever was said of it earlier: who sends it again looks whether it is there.
        if (work.errand().revision() > 0 && canFind) {
            Optional<Receipt> earlier = lookUp(claim, work);
            if (earlier.isPresent()) {
                return earlier.get();
            }
        }
        AccountingSystem.Made made;
        try {
            made = work.system().create(work.outgoing());
        } catch (ConnectorException e) {
            boolean hadOthers = work.task().attempt() > 1 || work.errand().revision() > 0;
            if (e.isRefusal() && hadOthers && canFind) {
                return lookUpRefused(claim, work, e);
            }
            throw e;
        }
        claim.created(work.sheet().type().word(), made.id());
        return new Receipt(made.id(), work.errand().origin(), work.document().content(), made.link());
    }

    /** It may be refused because an earlier attempt created it. */
    private static Receipt lookUpRefused(Claim claim, Work work, ConnectorException refusal)
            throws InterruptedException {
        Optional<Receipt> earlier;
        try {
            earlier = lookUp(claim, work);
        } catch (IOException | ConnectorException e) {
            throw ConnectorException.unknown(refusal.classification().reason()
                    + "; whether an earlier attempt created it could not be asked: " + words(e));
        }
        return earlier.orElseThrow(() -> refusal);
    }

    private static Optional<Receipt> lookUp(Claim claim, Work work) throws IOException, InterruptedException {
        Optional<AccountingSystem.Found> found;
        try {
            found = work.system().find(work.outgoing());
        } catch (ConnectorException e) {
            // Only the question was refused, not the document.
            throw e.isRefusal() ? ConnectorException.unknown("the look-up was refused: " + words(e)) : e;
        }
        found.ifPresent(one -> claim.created(work.sheet().type().word(), one.id()));
        return found.map(one -> new Receipt(
                one.id(), work.errand().origin(), one.isSame() ? work.document().content() : "", ""));
    }

    private static Reconciled<Receipt> ask(Claim claim, Work work) throws IOException, InterruptedException {
        if (!work.system().canFind(work.sheet().type().word())) {
            return Reconciled.unknown();
        }
        return Reconciled.happenedIfPresent(lookUp(claim, work));
    }

    private Verdict there(Work work, Receipt receipt) {
        work.system().pace().ended();
        if (!receipt.content().equals(work.document().content())) {
            return refused(
                    work,
                    "the number " + work.errand().document() + " exists already with other content (id " + receipt.id()
                            + "); nothing was created, use another number for another document",
                    0);
        }
        boolean isOwn = receipt.origin().equals(work.errand().origin());
        mark(
                work,
                isOwn ? RowState.CREATED : RowState.DUPLICATE,
                isOwn ? RowEvent.ROW_PROCESSED_SUCCESS : RowEvent.ROW_DUPLICATE,
                isOwn ? "" : "it had been created earlier; nothing was created now",
                receipt.id(),
                0);
        return Verdict.done(receipt.id());
    }

    private Verdict failed(Work work, Outcome.Failed<Receipt> failed) throws Exception {
        Throwable cause = failed.cause().orElse(null);
        if (cause instanceof TakenBack) {
            return Verdict.rejected(words(cause));
        }
        if (cause instanceof ConnectorException refusal) {
            if (refusal.isRefusal()) {
                return refused(work, refusal.classification().reason(), refusal.status());
            }
            Optional<Verdict> held = held(work, refusal, RowState.PENDING);
            if (held.isPresent()) {
                return held.get();
            }
        }
        if (cause == null || failed.isFinal()) {
            return refused(work, failed.reason(), 0);
        }
        if (isLast(work.task())) {
            String words = "gave up after " + work.task().attempt() + " attempts, nothing was created: " + words(cause);
            return refused(work, words, status(cause));
        }
        mark(work, RowState.SENDING, RowEvent.ROW_RETRY, words(cause), "", status(cause));
        throw rethrown(cause);
    }

    /**
     * Who is locked out waits with all others, and that is no attempt. After a 429 all others wait as well, but it counts.
     */
    private Optional<Verdict> held(Work work, ConnectorException failure, RowState state) {
        if (!failure.isLockedOut()) {
            return Optional.empty();
        }
        String words = words(failure);
        String message = state == RowState.UNKNOWN ? Sheets.CHECKING + words : words;
        mark(work, state, RowEvent.ROW_HELD, message, "", failure.status());
        Duration span = work.system().pace().held().map(Pace.Hold::span).orElse(MOMENT);
        return Optional.of(Verdict.pauseQueue(span, words));
    }

    /** Without an id: where there is one under this number, it is another document's, and only the words name it. */
    private Verdict refused(Work work, String why, int status) {
        mark(work, RowState.ERROR, RowEvent.ROW_PROCESSED_ERROR, why, "", status);
        return Verdict.rejected(why);
    }

    private Verdict unknown(Work work, Outcome.Unknown<Receipt> unknown) throws Exception {
        Throwable cause = unknown.cause().orElse(null);
        if (cause instanceof ConnectorException failure) {
            Optional<Verdict> held = held(work, failure, RowState.UNKNOWN);
            if (held.isPresent()) {
                return held.get();
            }
        }
        String words = cause != null ? words(cause) : unknown.reason();
        boolean canFind = work.system().canFind(work.sheet().type().word());
        if (isLast(work.task()) || !canFind) {
            mark(
                    work,
                    RowState.UNKNOWN,
                    RowEvent.ROW_UNKNOWN,
                    "nobody knows whether it was created (" + words + ")" + Advice.onUnknown(canFind),
                    "",
                    status(cause));
            return Verdict.rejected(words);
        }
        mark(work, RowState.UNKNOWN, RowEvent.ROW_RETRY, Sheets.CHECKING + words, "", status(cause));
        // A bug is not judged by the policy, which would give up at once: the next attempt asks for the number.
        throw cause instanceof IOException || cause instanceof ConnectorException
                ? rethrown(cause)
                : ConnectorException.unknown(words);
    }

    private void mark(Work work, RowState state, RowEvent event, String words, String id, int status) {
        List<RowLogEntry> lines = work.rows().stream()
                .map(row -> log.line(
                        work.sheet(),
                        row,
                        event,
                        work.errand().who(),
                        work.errand().revision(),
                        work.task().attempt(),
                        status,
                        id,
                        words))
                .toList();
        // What is tried again says so by its state; the words are in its history.
        String message = state == RowState.SENDING ? "" : words;
        marks.put(new RowUpdate(work.errand(), state, message, id, lines));
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
}
