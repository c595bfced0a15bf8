package dev.oncemore.server.desk;

import dev.oncemore.once.Claim;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceListener;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.Reconciler;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Resource;
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
import java.util.Optional;

/**
 * Sends one document.
 *
 * <ol>
 *   <li>The document's key is claimed. Whoever finds it settled has a duplicate.
 *   <li>If an earlier attempt left an unknown outcome, the accounting system is asked for the number first.
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

    private final Sheets sheets;
    private final Connector connector;
    private final RecordStore records;
    private final OnceSettings settings;

    Dispatch(Sheets sheets, Connector connector, RecordStore records, OnceListener listener) {
        this.sheets = sheets;
        this.connector = connector;
        this.records = records;
        this.settings = OnceSettings.standard()
                .retention(RETENTION)
                .lease(LEASE)
                .waitAtMost(Duration.ZERO)
                .listener(listener)
                .classifier(Classifier.standard()
                        .on(
                                ConnectorException.class,
                                failure -> failure.isRefusal()
                                        ? dev.oncemore.retry.policy.Verdict.transientFailure(
                                                failure.verdict().reason())
                                        : null));
    }

    @Override
    public Verdict handle(String payload, TaskRun task) throws Exception {
        Errand errand = Errand.read(payload);
        try {
            Optional<Sheet> sheet = sheets.find(errand.sheet());
            List<SheetRow> rows = sheets.of(errand);
            if (sheet.isEmpty() || rows.isEmpty()) {
                return Verdict.rejected("the rows were sent again since; that is another task");
            }
            if (rows.get(0).state() == RowState.PENDING) {
                sheets.mark(errand, RowState.SENDING, "", "");
            }
            return send(errand, Document.of(sheet.get(), rows), task);
        } catch (RuntimeException e) {
            if (e instanceof ConnectorException) {
                throw e;
            }
            // Our own store, or a bug: the rows must not be left behind in the middle.
            LOG.log(Level.WARNING, "no progress with " + errand + "; it is tried again", e);
            return Verdict.retryLater(SOON, String.valueOf(e));
        }
    }

    private Verdict send(Errand errand, Document document, TaskRun task) throws Exception {
        Key key = document.name().key();
        Once once = Once.on(
                records,
                settings.who(errand.who()).whenUnknown(WhenUnknown.reconcile(claim -> ask(claim, document, errand))));
        Outcome<Receipt> outcome =
                once.run(key, Payload.none(), Receipt.CODEC, claim -> create(claim, document, errand));
        if (outcome instanceof Outcome.Done<Receipt> done) {
            return there(errand, document, done.value());
        }
        if (outcome instanceof Outcome.DoneWithoutValue<Receipt>) {
            String id = once.find(key)
                    .record()
                    .map(OnceRecord::resource)
                    .map(Resource::id)
                    .orElse("");
            return there(errand, document, new Receipt(id, "", document.content()));
        }
        if (outcome instanceof Outcome.Failed<Receipt> failed) {
            return failed(errand, failed, task);
        }
        if (outcome instanceof Outcome.Unknown<Receipt> unknown) {
            return unknown(errand, unknown, task);
        }
        // Somebody else is at it, or was faster.
        return Verdict.retryLater(SOON, outcome.describe());
    }

    private Receipt create(Claim claim, Document document, Errand errand) throws IOException, InterruptedException {
        String id = connector.create(document);
        claim.created(document.name().type().word(), id);
        return new Receipt(id, errand.origin(), document.content());
    }

    private Reconciler.Answer ask(Claim claim, Document document, Errand errand)
            throws IOException, InterruptedException {
        Optional<Connector.Found> found = connector.find(document);
        if (found.isEmpty()) {
            return Reconciler.Answer.didNotHappen();
        }
        String id = found.get().id();
        claim.created(document.name().type().word(), id);
        return Reconciler.Answer.happened(
                new Receipt(id, errand.origin(), found.get().isSame() ? document.content() : ""));
    }

    private Verdict there(Errand errand, Document document, Receipt receipt) {
        if (!receipt.content().equals(document.content())) {
            return refused(
                    errand,
                    "the number " + errand.document() + " exists already with other content (id " + receipt.id()
                            + "); nothing was created, use another number for another document",
                    receipt.id());
        }
        boolean isOwn = receipt.origin().equals(errand.origin());
        sheets.mark(
                errand,
                isOwn ? RowState.CREATED : RowState.DUPLICATE,
                isOwn ? "" : "it had been created earlier; nothing was created now",
                receipt.id());
        return Verdict.done(receipt.id());
    }

    private Verdict failed(Errand errand, Outcome.Failed<Receipt> failed, TaskRun task) throws Exception {
        Throwable cause = failed.cause().orElse(null);
        if (cause instanceof ConnectorException refusal && refusal.isRefusal()) {
            return refused(errand, refusal.verdict().reason(), "");
        }
        if (cause == null || failed.isFinal()) {
            return refused(errand, failed.reason(), "");
        }
        if (isLast(task)) {
            return refused(
                    errand, "gave up after " + task.attempt() + " attempts, nothing was created: " + words(cause), "");
        }
        throw rethrown(cause);
    }

    private Verdict refused(Errand errand, String why, String id) {
        sheets.mark(errand, RowState.ERROR, why, id);
        return Verdict.rejected(why);
    }

    private Verdict unknown(Errand errand, Outcome.Unknown<Receipt> unknown, TaskRun task) throws Exception {
        String error = unknown.record().error();
        String words = unknown.cause().map(Dispatch::words).orElse(error == null ? "no answer" : error);
        if (isLast(task)) {
            sheets.mark(
                    errand,
                    RowState.UNKNOWN,
                    "nobody knows whether it was created (" + words + "); resend it, which asks for its number first",
                    "");
            return Verdict.rejected(words);
        }
        sheets.mark(errand, RowState.UNKNOWN, Sheets.CHECKING + words, "");
        Throwable cause = unknown.cause().orElse(null);
        // A bug is not judged by the policy, which would give up at once: the next attempt asks for the number.
        throw cause instanceof IOException || cause instanceof ConnectorException
                ? rethrown(cause)
                : new ConnectorException(dev.oncemore.retry.policy.Verdict.unknownOutcome(words));
    }

    private static boolean isLast(TaskRun task) {
        return task.attempt() >= POLICY.maxAttempts();
    }

    private static Exception rethrown(Throwable cause) {
        return cause instanceof Exception exception ? exception : new IllegalStateException(cause);
    }

    private static String words(Throwable cause) {
        return cause instanceof ConnectorException ? String.valueOf(cause.getMessage()) : String.valueOf(cause);
    }
}
