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

    /**
     * Why an attempt ended.
     *
     * @param words for people
     * @param signature shared by failures with the same cause
     * @param inDoubt whether this attempt or an earlier one may have taken effect
     * @param thrown the exception; null if there was none
     */
    record Cause(
            String words,
            String signature,
            boolean inDoubt,
            @Nullable Throwable thrown) {
        static Cause of(String words, boolean inDoubt, @Nullable Throwable thrown) {
            return new Cause(words, Signature.of(words), inDoubt, thrown);
        }

        private Cause saying(String other) {
            return new Cause(other, signature, inDoubt, thrown);
        }
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
                        new Cause(
                                exhausted(run.attempt() - 1, attemptsMax, WORKER_DIED),
                                "worker died",
                                run.inDoubt(),
                                null));
    }

    /** Ends an attempt whose handler threw. A bug or a refusal ends the task at once: a retry would fail again. */
    Conclusion failed(TaskRun run, Throwable thrown, RetryPolicy policy) {
        Classification verdict = verdictOf(thrown, policy);
        boolean inDoubt = isInDoubt(run, verdict.doubt())
                // A rule that knows only the outer exception does not undo the doubt of an engine inside the handler.
                || (verdict.doubt() == Doubt.LEAVES && GaveUpException.carriesDoubt(thrown));
        Cause cause = Cause.of(verdict.toString(), inDoubt, thrown);
        return switch (verdict.kind()) {
            case TRANSIENT, THROTTLED, TIMEOUT_UNKNOWN_OUTCOME ->
                again(run, policy, delay(run, policy, verdict.suggestedDelay()), cause);
            case DOMAIN_REJECTION -> inDoubt ? giveUp(run, policy, cause) : rejected(run, verdict.reason(), thrown);
            case PERMANENT, PROGRAMMER_ERROR -> giveUp(run, policy, cause);
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
        boolean isOfNode = thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError);
        if (isOfNode || thrown instanceof InterruptedException) {
            return Classification.transientFailure(thrown.toString()).with(Doubt.RAISES);
        }
        if (thrown instanceof StackOverflowError) {
            return Classification.programmerError(thrown.toString()).with(Doubt.RAISES);
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
        Cause cause = new Cause(error, "unknown kind " + run.kind(), run.inDoubt(), null);
        return again(run, policy, delay(run, policy, null), cause);
    }

    /** Retries, unless its attempts are used up. */
    Conclusion again(TaskRun run, RetryPolicy policy, Duration delay, Cause cause) {
        int attemptsMax = attemptsMax(run, policy);
        if (run.attempt() >= attemptsMax && !isBlocking(run)) {
            return giveUp(run, policy, cause.saying(exhausted(run.attempt(), attemptsMax, cause.words())));
        }
        return new Conclusion(
                run,
                new End.Retry(delay, cause.words(), cause.inDoubt()),
                new TaskEvent.Retried(
                        run.queue(), run.kind(), run.id(), run.attempt(), delay, cause.words(), cause.thrown()));
    }

    /** Gives up; in a blocking lane, retries forever. The reason mentions the doubt of an earlier attempt. */
    Conclusion giveUp(TaskRun run, RetryPolicy policy, Cause cause) {
        String reason = cause.inDoubt() && run.inDoubt() ? cause.words() + EARLIER_DOUBT : cause.words();
        Lane lane = run.task().lane();
        if (lane != null && lane.onPoison() == OnPoison.BLOCK) {
            return new Conclusion(
                    run,
                    new End.Retry(delay(run, policy, null), reason, cause.inDoubt()),
                    new TaskEvent.Blocked(
                            run.queue(), run.kind(), run.id(), run.attempt(), lane.key(), reason, cause.thrown()));
        }
        End.Dead end = new End.Dead(reason, cause.signature(), cause.inDoubt(), StackText.of(cause.thrown()));
        return new Conclusion(
                run,
                end,
                new TaskEvent.Dead(
                        run.queue(),
                        run.kind(),
                        run.id(),
                        run.attempt(),
                        end.reason(),
                        end.signature(),
                        cause.thrown()));
    }

    Conclusion rejected(TaskRun run, String reason, @Nullable Throwable thrown) {
        return new Conclusion(
                run,
                new End.Rejected(reason),
                new TaskEvent.Rejected(run.queue(), run.kind(), run.id(), run.attempt(), reason, thrown));
    }

    private Duration delay(TaskRun run, RetryPolicy policy, @Nullable Duration hint) {
        Duration delay = policy.delayAfter(run.attempt(), run.previousDelay(), hint, random);
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
