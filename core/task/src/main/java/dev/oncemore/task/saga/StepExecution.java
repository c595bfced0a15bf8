package dev.oncemore.task.saga;

import dev.oncemore.once.Claim;
import dev.oncemore.once.Codec;
import dev.oncemore.once.KeyedOperation;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.retry.GaveUp;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.StopReason;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.RunScope;
import dev.oncemore.task.TaskRun;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Executes a step's action or its undo, under one record. Both follow the same algorithm:
 *
 * <ol>
 *   <li>A step that certainly did not begin yet runs at once, and its record is inserted when it has ended. Before it,
 *       nothing is written: the end of the step before it, or the claim of the task, already tells that it may have begun.
 *   <li>If the record is settled, nothing is repeated.
 *   <li>If another owner holds a live lease, wait for it.
 *   <li>If the record is in doubt, the work is repeated with the same key or counts as failed, as declared.
 *   <li>One attempt is made and recorded. The task as a whole is retried later; nothing sleeps here.
 * </ol>
 *
 * @param <S> the saga's state
 * @param <T> the type of its result
 */
final class StepExecution<S, T> {
    static final Duration LOOK_AGAIN_AFTER = Duration.ofSeconds(1);

    private final String step;
    private final boolean isUndo;
    private final boolean runsAgainInDoubt;
    private final Place place;
    private final Codec<T> codec;
    private final RetryPolicy policy;
    private final Retry single;
    private final Events events;
    private final RandomGenerator random;
    private final Body<S, T> body;

    private StepExecution(
            Step<S> step, Place place, RetryPolicy policy, Codec<T> codec, SagaSettings settings, Body<S, T> body) {
        this.step = step.name();
        this.place = place;
        this.isUndo = place == Place.UNDO;
        this.runsAgainInDoubt = isUndo || step.inDoubt() == InDoubt.RUN_AGAIN;
        this.codec = codec;
        this.policy = policy;
        this.random = settings.random;
        this.body = body;
        events = new Events(settings.listener);
        RetryPolicy.Builder once =
                policy.withoutDefaultLimits().toBuilder().maxAttempts(1).unlimitedBudget();
        if (step.timeout() != null) {
            once.attemptTimeout(step.timeout());
        }
        // Wraps a single attempt: it adds the timeout and keeps inner engines from retrying.
        single = Retry.builder(once.build())
                .time(settings.time)
                .random(settings.random)
                .build();
    }

    static <S> StepExecution<S, S> action(Step<S> step, Place place, Codec<S> codec, SagaSettings settings) {
        return new StepExecution<>(
                step,
                place,
                step.retry(),
                codec,
                settings,
                (state, run) -> Objects.requireNonNull(
                        step.action().run(state, run), () -> "step '" + step.name() + "' returned no state"));
    }

    static <S> StepExecution<S, String> undo(Step<S> step, StepUndo<S> undo, SagaSettings settings) {
        return new StepExecution<>(step, Place.UNDO, step.undoRetry(), Codec.text(), settings, (state, run) -> {
            undo.run(state, run);
            return "undone";
        });
    }

    /** Where it is in its saga. */
    enum Place {
        /** The first step, before which only the claim of the task is durable. */
        FIRST,
        /** A step between two others. */
        MIDDLE,
        /** The last step, whose success the end of the task records, unless that would not be able to keep it. */
        LAST,
        /** An undo. */
        UNDO
    }

    /** The work to attempt. */
    @FunctionalInterface
    interface Body<S, T> {
        T run(S state, StepRun run) throws Exception;
    }

    /**
     * Makes the first attempt at a step that cannot have begun before, because this run of the task did the step before it,
     * or is the first one.
     */
    Result<T> begin(Journal journal, S state, TaskRun task) {
        if (!task.isSurelyHeld()) {
            return bring(journal, state, false, task);
        }
        Effort effort = new Effort(journal, state, null, false, task);
        KeyedOperation<T> operation = journal.effect(journal.doing(step), codec);
        if (place == Place.FIRST && !runsAgainInDoubt) {
            // Its claim distinguishes it from a task that was only claimed when its node died.
            return answer(operation.run(Payload.none(), effort::run), effort, task);
        }
        return answer(recorded(unclaimed(operation, effort)), effort, task);
    }

    /** Ends the run if an outcome is not recorded: the doubt is then the task's. */
    private Outcome<T> recorded(Outcome<T> outcome) {
        if (outcome instanceof Outcome.Unknown<T> unknown && unknown.record().isEmpty()) {
            throw StepFailure.unrecorded(step, unknown.reason(), unknown.cause().orElse(null));
        }
        return outcome;
    }

    private Outcome<T> unclaimed(KeyedOperation<T> operation, Effort effort) {
        try {
            return place == Place.LAST && runsAgainInDoubt
                    ? operation.runUnrecorded(Payload.none(), effort::run)
                    : operation.runUnclaimed(Payload.none(), effort::run);
        } catch (VirtualMachineError e) {
            throw e; // the task is in doubt
        } catch (Error e) {
            // Of a codec or a driver: those of the step are failures.
            throw StepFailure.unrecorded(step, e.toString(), e);
        }
    }

    /**
     * As {@link #bring}, for the first step that is not done when a run resumes the saga: if an earlier run was cut off, it
     * may have begun this step without a claim. That is recorded first, as an attempt of its own.
     */
    Result<T> resume(Journal journal, S state, TaskRun task) {
        Key key = journal.doing(step);
        if (journal.read(key).isEmpty()) {
            if (!mayHaveBegun(task)) {
                return begin(journal, state, task);
            }
            Outcome<T> ignored = recorded(journal.effect(key, codec).runUnclaimed(Payload.none(), claim -> {
                throw StepFailure.cutOff();
            }));
        }
        return bring(journal, state, false, task);
    }

    /** Whether an earlier run that was cut off may have begun it without a claim. */
    private boolean mayHaveBegun(TaskRun task) {
        return task.inDoubt() && (place != Place.FIRST || runsAgainInDoubt);
    }

    /**
     * Reads the record, and makes an attempt if that can help.
     *
     * @param stepInDoubt in an undo, whether it is unknown if the step happened
     * @param task the saga's task: each time a person resumes the saga grants all attempts again
     */
    Result<T> bring(Journal journal, S state, boolean stepInDoubt, TaskRun task) {
        int redrives = task.redrives();
        Key key = isUndo ? journal.undoing(step) : journal.doing(step);
        OnceRecord found = journal.read(key).orElse(null);
        Result<T> settled = found == null ? null : settled(found, redrives);
        if (settled != null) {
            return settled;
        }
        Effort effort = new Effort(journal, state, found, stepInDoubt, task);
        return answer(journal.effect(key, codec).run(Payload.none(), effort::run), effort, task);
    }

    /** Null if an attempt can help. */
    private @Nullable Result<T> settled(OnceRecord found, int redrives) {
        return switch (found.state()) {
            case SUCCEEDED -> kept(found.response(), found.error());
            case FAILED_FINAL -> new Result.Failed<>(wordsOf(found));
            case RUNNING ->
                found.leaseOver()
                        ? open(found, redrives)
                        : new Result.Again<>(found.attempts(), LOOK_AGAIN_AFTER, "it is still running");
            case UNKNOWN, FAILED_RETRYABLE ->
                Closing.isClosedInDoubt(found)
                        ? new Result.Again<>(found.attempts(), LOOK_AGAIN_AFTER, wordsOf(found))
                        : open(found, redrives);
        };
    }

    private Result<T> kept(@Nullable Bytes response, @Nullable String problem) {
        return response == null
                ? new Result.Failed<>("it is done, but its result could not be stored: " + problem)
                : new Result.Done<>(codec.decode(response.toArray()), false);
    }

    private @Nullable Result<T> open(OnceRecord found, int redrives) {
        if (isDoubtful(found) && !runsAgainInDoubt) {
            return new Result.Failed<>("its outcome is unknown: " + wordsOf(found));
        }
        return attemptsUsed(found.attempts(), redrives) >= policy.maxAttempts()
                ? exhausted(found.attempts(), wordsOf(found), null)
                : null;
    }

    static boolean isDoubtful(OnceRecord found) {
        return found.state() == RecordState.UNKNOWN || found.state() == RecordState.RUNNING;
    }

    private Result<T> answer(Outcome<T> outcome, Effort effort, TaskRun task) {
        if (outcome instanceof Outcome.Done<T> done) {
            return new Result.Done<>(done.value(), !done.isReplay());
        }
        if (outcome instanceof Outcome.DoneWithoutValue<T> without) {
            return kept(null, without.reason());
        }
        StepFailure failure = effort.failure;
        if (failure != null && !(outcome instanceof Outcome.Deposed<T>)) {
            return failed(failure, effort.attempt, task);
        }
        if (outcome instanceof Outcome.Failed<T> failed && failed.isFinal()) {
            return new Result.Failed<>(failed.reason());
        }
        // In progress, deposed, or not started because the record had changed: another owner is active.
        return new Result.Again<>(effort.attempt, LOOK_AGAIN_AFTER, outcome.describe());
    }

    private Result<T> failed(StepFailure failure, int attempt, TaskRun task) {
        Classification meaning = failure.meaning();
        Throwable cause = failure.getCause();
        if (!meaning.retryable() || (meaning.needsIdempotency() && !runsAgainInDoubt)) {
            return new Result.Failed<>(meaning.toString(), cause);
        }
        int used = attemptsUsed(attempt, task.redrives());
        if (used >= policy.maxAttempts()) {
            return exhausted(attempt, meaning.toString(), cause);
        }
        // The task waited for another step, if this one failed for the first time.
        Duration previous = used == 1 ? Duration.ZERO : task.previousDelay();
        Duration delay = policy.delayAfter(used, previous, meaning.suggestedDelay(), random);
        return new Result.Again<>(attempt, delay, meaning.toString(), cause);
    }

    private int attemptsUsed(int attempts, int redrives) {
        return Math.max(1, attempts - policy.maxAttempts() * redrives);
    }

    private Result<T> exhausted(int attempts, String error, @Nullable Throwable cause) {
        return new Result.Failed<>("gave up after " + attempts + " attempts: " + error, cause);
    }

    private static String wordsOf(OnceRecord found) {
        if (found.state() == RecordState.RUNNING) {
            return "its process died, or its lease ran out";
        }
        String error = Closing.errorOf(found);
        return error == null ? "no reason was recorded" : error;
    }

    /** One attempt and its result. */
    private final class Effort {
        private final Journal journal;
        private final S state;
        private final boolean stepInDoubt;
        private final TaskRun task;
        private final int attemptExpected;
        private int attempt;
        private @Nullable StepFailure failure;

        Effort(Journal journal, S state, @Nullable OnceRecord found, boolean stepInDoubt, TaskRun task) {
            this.journal = journal;
            this.state = state;
            this.stepInDoubt = stepInDoubt;
            this.task = task;
            attemptExpected = found == null ? 1 : found.attempts() + 1;
        }

        T run(Claim claim) {
            attempt = claim.attempt();
            if (attempt != attemptExpected) {
                throw StepFailure.closing("another node was running it at the same time", true);
            }
            String stepKey = isUndo ? Claim.downstreamKeyOf(journal.doing(step)) : claim.downstreamKey();
            StepRun run =
                    new StepRun(journal.key(), step, claim, task, stepKey, isUndo ? stepInDoubt : claim.inDoubt());
            RunScope scope = events.begin(journal.name(), run, isUndo);
            boolean succeeded = false;
            try {
                T value = attempted(claim, run);
                succeeded = true;
                return value;
            } finally {
                events.end(scope, succeeded, succeeded ? "done" : "failed");
            }
        }

        private T attempted(Claim claim, StepRun run) {
            try {
                return single.tryAttempt(Safety.keyed(claim.downstreamKey()), tried -> body.run(state, run))
                        .fold(success -> success.value(), facts -> {
                            throw failed(meaning(facts), facts.failure());
                        });
            } catch (VirtualMachineError e) {
                throw e; // caused by the node, not by the step
            } catch (Error e) {
                throw failed(Classification.programmerError(e.toString()), e);
            }
        }

        private StepFailure failed(Classification meaning, @Nullable Throwable cause) {
            StepFailure thrown = isUndo ? StepFailure.ofUndo(meaning, cause) : StepFailure.ofStep(meaning, cause);
            failure = thrown;
            return thrown;
        }

        private Classification meaning(GaveUp facts) {
            if (facts.reason() == StopReason.INTERRUPTED) {
                return facts.attempts() == 0
                        ? Classification.transientFailure("it was interrupted before it began")
                        : Classification.unknownOutcome("it was interrupted");
            }
            Classification verdict = facts.classification();
            if (verdict != null) {
                return verdict;
            }
            // It was not started: the breaker is open, or the limiter has no free permit.
            Classification throttled = Classification.throttled(facts.message());
            return Optional.ofNullable(facts.delay()).map(throttled::notBefore).orElse(throttled);
        }
    }
}
