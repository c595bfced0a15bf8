package dev.oncemore.task;

import dev.oncemore.By;
import dev.oncemore.internal.RateLimitedLogger;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.RetryDecision.Cause;
import dev.oncemore.task.store.End;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs one attempt on the calling thread, from the payload's bytes to its conclusion. It never throws. */
final class Performer {
    private static final Duration UNJUDGED_DELAY = Duration.ofSeconds(1);

    private final Engine engine;
    private final RetryDecision judge;
    private final RateLimitedLogger warnings;

    Performer(Engine engine) {
        this.engine = engine;
        judge = new RetryDecision(engine.settings.random);
        warnings = new RateLimitedLogger(Engine.LOG, engine.settings.time);
    }

    /** Returns the conclusion; empty if the run was abandoned in the meantime. */
    Optional<Conclusion> perform(TaskRun run) {
        RetryPolicy policy = engine.handlers.policyOf(run.kind());
        long start = engine.settings.time.nanoTime();
        run.begin();
        RunScope scope = engine.hooks.begin(run);
        Conclusion conclusion;
        try {
            conclusion = concluded(run, policy, start);
        } catch (Throwable thrown) {
            conclusion = failed(run, policy, thrown);
        }
        engine.hooks.end(scope, conclusion);
        boolean counts = run.end();
        AttemptLog.write(conclusion, counts && !run.isLost());
        return counts ? Optional.of(conclusion) : Optional.empty();
    }

    private Conclusion failed(TaskRun run, RetryPolicy policy, Throwable thrown) {
        if (thrown instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        try {
            return judge.failed(run, thrown, policy);
        } catch (RuntimeException | Error e) {
            // A task without a conclusion would be held here forever.
            String words = thrown.getClass().getName() + " (which could not be judged: "
                    + e.getClass().getName() + ")";
            return judge.again(run, policy, UNJUDGED_DELAY, Cause.of(words, true, thrown));
        }
    }

    private Conclusion concluded(TaskRun run, RetryPolicy policy, long startNanos) throws Exception {
        Conclusion usedUp = judge.beforeItRuns(run, policy);
        if (usedUp != null) {
            return usedUp;
        }
        Handlers.Registered<?> handler = engine.handlers.of(run.kind());
        if (handler == null) {
            Conclusion unknown = judge.unknownKind(run, policy, engine.settings.owner);
            warnings.log(
                    Level.WARNING,
                    "no handler for kind '" + run.kind() + "' on this node, although its workers serve queue '"
                            + run.queue() + "': its tasks are retried, possibly by another node, and become dead"
                            + " letters after their last attempt; register it with handle(), or give the kind a queue"
                            + " of its own");
            return unknown;
        }
        Handlers.Call call;
        try {
            call = handler.bind(run.task().payload().toArray());
        } catch (RuntimeException e) {
            return judge.giveUp(
                    run,
                    policy,
                    new Cause(
                            "the payload could not be read: " + e,
                            Signature.of("unreadable payload: " + e),
                            run.inDoubt(),
                            e));
        }
        return concluded(run, policy, call.on(run), startNanos);
    }

    private Conclusion concluded(TaskRun run, RetryPolicy policy, @Nullable Verdict verdict, long startNanos) {
        if (verdict == null) {
            return judge.giveUp(
                    run,
                    policy,
                    new Cause(
                            "the handler of kind '" + run.kind() + "' returned null instead of a verdict",
                            "no verdict from " + run.kind(),
                            true,
                            null));
        }
        if (verdict instanceof Verdict.Done done) {
            Duration elapsed = Duration.ofNanos(engine.settings.time.nanoTime() - startNanos);
            return new Conclusion(
                    run,
                    new End.Done(resultOf(run, done), !engine.settings.unlogged.contains(run.kind())),
                    new TaskEvent.Done(run.queue(), run.kind(), run.id(), run.attempt(), elapsed));
        }
        if (verdict instanceof Verdict.Failed failed) {
            return failed(run, policy, failed.cause());
        }
        if (verdict instanceof Verdict.RetryLater later) {
            return judge.again(run, policy, later.delay(), Cause.of(later.why(), run.inDoubt(), later.cause()));
        }
        if (verdict instanceof Verdict.Dead dead) {
            return judge.giveUp(run, policy, Cause.of(dead.why(), run.inDoubt(), dead.cause()));
        }
        if (verdict instanceof Verdict.Rejected rejected) {
            return judge.rejected(run, rejected.why(), null);
        }
        return paused(run, (Verdict.PauseQueue) verdict);
    }

    /** The pause comes first: a crash in between costs the task one attempt, but does not hit the dependency again. */
    private Conclusion paused(TaskRun run, Verdict.PauseQueue pause) {
        String reason = pause.why().isBlank() ? "the handler gave no reason" : pause.why();
        engine.asking(() -> {
            engine.store.queues().pause(run.queue(), pause.span(), By.service(engine.settings.owner, reason));
            return true;
        });
        return new Conclusion(
                run, new End.Released(run.inDoubt()), new TaskEvent.Paused(run.queue(), pause.span(), pause.why()));
    }

    /** A result that cannot be stored does not undo a completed task. */
    private @Nullable Bytes resultOf(TaskRun run, Verdict.Done done) {
        if (done.result() == null) {
            return null;
        }
        try {
            Bytes bytes = done.result() instanceof Bytes encoded ? encoded : Bytes.of(engine.encode(done.result()));
            if (bytes.size() <= engine.settings.resultBytesMax) {
                return bytes;
            }
            warnings.log(
                    Level.WARNING,
                    "result too large: " + run.kind(),
                    run + " is done; its result has " + bytes.size() + " bytes and is not kept (resultBytesMax is "
                            + engine.settings.resultBytesMax + ")",
                    null);
        } catch (RuntimeException e) {
            warnings.log(Level.ERROR, run + " is done; its result could not be serialized and is not kept", e);
        }
        return null;
    }
}
