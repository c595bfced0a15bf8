package dev.oncemore.task;

import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.Lane;
import dev.oncemore.task.store.OnPoison;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Decides how a failed attempt ends: retried, dead, or rejected. */
final class RetryDecision {
    private static final Duration DELAY_MAX = Duration.ofDays(3_650);
    private static final String WORKER_DIED =
            "the last attempt ended without a word: its process died, or its lease ran out";

    private static final String EARLIER_DOUBT = " (in doubt: an earlier attempt may have taken effect)";

    private final RandomGenerator random;

    RetryDecision(RandomGenerator random) {
        this.random = random;
    }

    /** Ends a task whose attempts were used up by workers that died; null if it may run. */
    @Nullable
    Conclusion beforeItRuns(TaskRun run, RetryPolicy policy) {
        int attemptsMax = attemptsMax(run, policy);
        return run.attempt() <= attemptsMax || isBlocking(run)
                ? null
                : giveUp(
                        run,
                        policy,
                        exhausted(run.attempt() - 1, attemptsMax, WORKER_DIED),
                        "worker died",
                        run.inDoubt());
    }

    /** Ends an attempt whose handler threw. */
    Conclusion failed(TaskRun run, Throwable thrown, RetryPolicy policy) {
        Classification verdict = verdictOf(thrown, policy);
        boolean inDoubt = isInDoubt(run, verdict.doubt())
                // A rule that knows only the outer exception does not undo the doubt of an engine inside the handler.
                || (verdict.doubt() == Doubt.LEAVES && GaveUpException.carriesDoubt(thrown));
        return switch (verdict.kind()) {
            case TRANSIENT, THROTTLED, TIMEOUT_UNKNOWN_OUTCOME ->
                again(run, policy, delay(run, policy, verdict.suggestedDelay()), verdict.toString(), inDoubt);
            case DOMAIN_REJECTION ->
                inDoubt
                        ? giveUp(run, policy, verdict.toString(), Signature.of(verdict.toString()), true)
                        : rejected(run, verdict.reason());
            case PERMANENT, PROGRAMMER_ERROR ->
                giveUp(run, policy, verdict.toString(), Signature.of(verdict.toString()), inDoubt);
        };
    }

    private static boolean isInDoubt(TaskRun run, Doubt doubt) {
        return switch (doubt) {
            case RAISES -> true;
            case LEAVES -> run.inDoubt();
            case SETTLES -> false;
        };
    }

    /** JVM errors are caused by the node rather than the task, except for those that indicate bugs. */
    private static Classification verdictOf(Throwable thrown, RetryPolicy policy) {
        if (thrown instanceof VirtualMachineError || thrown instanceof InterruptedException) {
            return Classification.transientFailure(thrown.toString()).with(Doubt.RAISES);
        }
        if (thrown instanceof Error) {
            return Classification.programmerError(thrown.toString());
        }
        try {
            return policy.classifier().classify(thrown);
        } catch (RuntimeException e) {
            return Classification.programmerError(thrown + " (and the classifier threw " + e + ")");
        }
    }

    /**
     * Ends an attempt of a kind without a handler here. During a deployment, or if two applications share a queue,
     * another node has one: so it is retried like a transient failure, and is dead only after its attempts are used up.
     */
    Conclusion unknownKind(TaskRun run, RetryPolicy policy, String owner) {
        String error = "no handler for kind '" + run.kind() + "' on " + owner;
        return again(run, policy, delay(run, policy, null), error, "unknown kind " + run.kind(), run.inDoubt());
    }

    /** Retries, unless its attempts are used up. */
    Conclusion again(TaskRun run, RetryPolicy policy, Duration delay, String error, boolean inDoubt) {
        return again(run, policy, delay, error, Signature.of(error), inDoubt);
    }

    private Conclusion again(
            TaskRun run, RetryPolicy policy, Duration delay, String error, String signature, boolean inDoubt) {
        int attemptsMax = attemptsMax(run, policy);
        if (run.attempt() >= attemptsMax && !isBlocking(run)) {
            return giveUp(run, policy, exhausted(run.attempt(), attemptsMax, error), signature, inDoubt);
        }
        return new Conclusion(
                run,
                new End.Retry(delay, error, inDoubt),
                new TaskEvent.Retried(run.queue(), run.kind(), run.id(), run.attempt(), delay, error));
    }

    /** Gives up; in a blocking lane, retries forever. The reason mentions the doubt of an earlier attempt. */
    Conclusion giveUp(TaskRun run, RetryPolicy policy, String why, String signature, boolean inDoubt) {
        String reason = inDoubt && run.inDoubt() ? why + EARLIER_DOUBT : why;
        Lane lane = run.task().lane();
        if (lane != null && lane.onPoison() == OnPoison.BLOCK) {
            return new Conclusion(
                    run,
                    new End.Retry(delay(run, policy, null), reason, inDoubt),
                    new TaskEvent.Blocked(run.queue(), run.kind(), run.id(), run.attempt(), lane.key(), reason));
        }
        End.Dead end = new End.Dead(reason, signature, inDoubt);
        return new Conclusion(
                run,
                end,
                new TaskEvent.Dead(run.queue(), run.kind(), run.id(), run.attempt(), end.reason(), end.signature()));
    }

    Conclusion rejected(TaskRun run, String reason) {
        return new Conclusion(
                run,
                new End.Rejected(reason),
                new TaskEvent.Rejected(run.queue(), run.kind(), run.id(), run.attempt(), reason));
    }

    private Duration delay(TaskRun run, RetryPolicy policy, @Nullable Duration hint) {
        Duration delay = policy.delayAfter(run.attempt(), hint, random);
        return delay.compareTo(DELAY_MAX) > 0 ? DELAY_MAX : delay;
    }

    private static boolean isBlocking(TaskRun run) {
        return run.lane().map(lane -> lane.onPoison() == OnPoison.BLOCK).orElse(false);
    }

    private static int attemptsMax(TaskRun run, RetryPolicy policy) {
        Integer own = run.task().maxAttempts();
        return own != null ? own : policy.maxAttempts();
    }

    private static String exhausted(int attempts, int attemptsMax, String error) {
        return "gave up after " + attempts + " of " + attemptsMax + " attempts: " + error;
    }
}
