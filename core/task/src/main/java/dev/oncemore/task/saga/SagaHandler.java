package dev.oncemore.task.saga;

import dev.oncemore.once.Codec;
import dev.oncemore.once.Once;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.task.TaskHandler;
import dev.oncemore.task.TaskRun;
import dev.oncemore.task.Verdict;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs one saga from its beginning each time its task runs:
 *
 * <ol>
 *   <li>Forward, step by step. Completed steps are only read. A step with a transient failure ends this run; the task
 *       is retried.
 *   <li>A step that fails for good turns the saga back. That is recorded first, so that the decision is final.
 *   <li>Every step that has not ended is closed: a node that still believes it owns the saga can no longer start any.
 *   <li>Steps that happened, or may have, are undone from the last to the first. If an undo fails for good, the task
 *       becomes a dead letter, and a person decides.
 * </ol>
 *
 * @param <S> the saga's state
 */
final class SagaHandler<S> implements TaskHandler<S> {
    static final String KEY_HEADER = "saga-key";

    private static final Logger LOG = System.getLogger("dev.oncemore.task");
    private static final int REASON_LENGTH_MAX = 2_000;

    private final Saga<S> saga;
    private final Once once;
    private final Events events;
    private final List<Move<S>> moves = new ArrayList<>();

    SagaHandler(Saga<S> saga, Once once, SagaSettings settings, Events events) {
        this.saga = saga;
        this.once = once;
        this.events = events;
        Codec<S> codec = settings.codecs.of(saga.type());
        for (Step<S> step : saga.steps()) {
            StepUndo<S> undo = step.undo();
            moves.add(new Move<>(
                    step.name(),
                    StepExecution.action(step, codec, settings),
                    undo == null ? null : StepExecution.undo(step, undo, settings),
                    new Closing<>(step.name(), codec)));
        }
    }

    private record Move<S>(
            String step,
            StepExecution<S, S> action,
            @Nullable StepExecution<S, String> undo,
            Closing<S> closing) {}

    @Override
    public Verdict handle(S initial, TaskRun task) {
        String key = Objects.requireNonNull(task.headers().get(KEY_HEADER), "the task has no saga key");
        Journal journal = new Journal(once, saga.name(), key);
        return journal.hasTurnedBack() ? back(journal, initial, task) : forward(journal, initial, task);
    }

    private Verdict forward(Journal journal, S initial, TaskRun task) {
        S state = initial;
        for (Move<S> move : moves) {
            Result<S> result = move.action.bring(journal, state, false, task);
            if (result instanceof Result.Done<S> done) {
                state = done.value();
                if (done.now()) {
                    events.emit(new SagaEvent.StepDone(saga.name(), journal.key(), move.step));
                }
            } else if (mustStop(task)) {
                return stopped();
            } else if (result instanceof Result.Again<S> again) {
                return later(journal, move.step, false, again);
            } else {
                turnBack(journal, move.step, (Result.Failed<S>) result);
                return back(journal, initial, task);
            }
        }
        events.emit(new SagaEvent.Completed(saga.name(), journal.key()));
        return Verdict.done(state);
    }

    private void turnBack(Journal journal, String step, Result.Failed<S> failed) {
        String why = failed.why();
        String reason = "step '" + step + "': " + why;
        LOG.log(
                Level.WARNING,
                "saga '" + saga.name() + "' " + journal.key() + " turns back, because a step failed for good: "
                        + reason,
                failed.cause());
        String kept = reason.length() <= REASON_LENGTH_MAX ? reason : reason.substring(0, REASON_LENGTH_MAX);
        Outcome<String> turned =
                journal.effect(journal.turningBack(), Codec.text()).run(Payload.none(), claim -> kept);
        if (!(turned instanceof Outcome.DoneWithoutValue<String>)) {
            turned.require(); // even if only the reason could not be stored, it has turned back
        }
        events.emit(new SagaEvent.TurnedBack(saga.name(), journal.key(), step, why));
    }

    private Verdict back(Journal journal, S initial, TaskRun task) {
        S state = initial;
        List<Closing.Fate<S>> fates = new ArrayList<>();
        for (Move<S> move : moves) {
            Closing.Fate<S> fate = move.closing.close(journal);
            if (fate instanceof Closing.StillRunning<S>) {
                return Verdict.retryLater(StepExecution.LOOK_AGAIN_AFTER, "step '" + move.step + "' is still running");
            }
            state = fate.stateAfter(state);
            fates.add(fate);
        }
        for (int i = moves.size() - 1; i >= 0; i--) {
            Verdict verdict = undo(journal, moves.get(i), fates.get(i), state, task);
            if (verdict != null) {
                return verdict;
            }
        }
        events.emit(new SagaEvent.Compensated(saga.name(), journal.key(), journal.reasonOfTurningBack()));
        return Verdict.done(state);
    }

    /** Null if there is nothing left to undo. */
    private @Nullable Verdict undo(Journal journal, Move<S> move, Closing.Fate<S> fate, S state, TaskRun task) {
        if (move.undo == null || fate instanceof Closing.DidNotHappen<S>) {
            return null;
        }
        boolean inDoubt = fate instanceof Closing.InDoubt<S>;
        Result<String> result = move.undo.bring(journal, state, inDoubt, task);
        if (result instanceof Result.Done<String> done) {
            if (done.now()) {
                events.emit(new SagaEvent.Undone(saga.name(), journal.key(), move.step));
            }
            return null;
        }
        if (mustStop(task)) {
            return stopped();
        }
        if (result instanceof Result.Again<String> again) {
            return later(journal, move.step, true, again);
        }
        Result.Failed<String> failed = (Result.Failed<String>) result;
        events.emit(new SagaEvent.Stuck(saga.name(), journal.key(), move.step, failed.why()));
        String words = "stuck: undo of step '" + move.step + "': " + failed.why();
        return failed.cause() == null ? Verdict.dead(words) : Verdict.dead(words, failed.cause());
    }

    private Verdict later(Journal journal, String step, boolean undo, Result.Again<?> again) {
        events.emit(new SagaEvent.Retried(
                saga.name(), journal.key(), step, undo, again.attempt(), again.delay(), again.why()));
        String words = (undo ? "undo of step '" : "step '") + step + "': " + again.why();
        return again.cause() == null
                ? Verdict.retryLater(again.delay(), words)
                : Verdict.retryLater(again.delay(), words, again.cause());
    }

    /** A node that shuts down or lost the saga decides nothing: the next owner finds the same records. */
    private static boolean mustStop(TaskRun task) {
        return task.isLost() || Thread.currentThread().isInterrupted();
    }

    private static Verdict stopped() {
        return Verdict.retryLater(Duration.ZERO, "interrupted, or in other hands");
    }
}
