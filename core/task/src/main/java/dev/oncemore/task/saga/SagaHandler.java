package dev.oncemore.task.saga;

import dev.oncemore.once.Codec;
import dev.oncemore.once.Once;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.Bytes;
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
 *   <li>Forward, step by step. Completed steps are only read. After a step that this run did, the next one cannot have
 *       begun: it is not read, and not claimed. A step with a transient failure ends this run; the task is retried.
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
    private final Codec<S> codec;
    private final Events events;
    private final List<Move<S>> moves = new ArrayList<>();

    SagaHandler(Saga<S> saga, Once once, SagaSettings settings, boolean taskKeepsState, Events events) {
        this.saga = saga;
        this.once = once;
        this.events = events;
        codec = settings.codecs.of(saga.type());
        int last = taskKeepsState ? saga.steps().size() - 1 : -1;
        for (Step<S> step : saga.steps()) {
            StepUndo<S> undo = step.undo();
            moves.add(new Move<>(
                    step.name(),
                    StepExecution.action(step, placeOf(moves.size(), last), codec, settings),
                    undo == null ? null : StepExecution.undo(step, undo, settings),
                    new Closing<>(step.name(), codec)));
        }
    }

    /** The first step is always recorded, so that a saga that ran before is recognised. */
    private static StepExecution.Place placeOf(int index, int last) {
        if (index == 0) {
            return StepExecution.Place.FIRST;
        }
        return index == last ? StepExecution.Place.LAST : StepExecution.Place.MIDDLE;
    }

    private record Move<S>(
            String step,
            StepExecution<S, S> action,
            @Nullable StepExecution<S, String> undo,
            Closing<S> closing) {}

    @Override
    public Verdict handle(S initial, TaskRun task) {
        String key = Objects.requireNonNull(task.headers().get(KEY_HEADER), "the task has no saga key");
        Journal journal = new Journal(once, once::find, saga.name(), key);
        if (task.attempt() == 1 && task.redrives() == 0 && !task.inDoubt()) {
            return journal.read(journal.doing(moves.get(0).step)).isEmpty()
                    ? forward(journal, initial, task, true)
                    : Verdict.rejected(
                            "the key was used before, by a saga whose task has been purged; use another key");
        }
        return journal.hasTurnedBack() ? back(journal, initial, task) : forward(journal, initial, task, false);
    }

    /** Runs the steps; with {@code isNew}, the first one cannot have begun before. */
    private Verdict forward(Journal journal, S initial, TaskRun task, boolean isNew) {
        S state = initial;
        boolean nextIsNew = isNew;
        for (Move<S> move : moves) {
            if (isInOtherHands(task)) {
                return stopped();
            }
            Result<S> result =
                    nextIsNew ? move.action.begin(journal, state, task) : move.action.resume(journal, state, task);
            if (result instanceof Result.Done<S> done) {
                state = done.value();
                nextIsNew = done.now();
                if (done.now()) {
                    events.emit(new SagaEvent.StepDone(saga.name(), journal.key(), move.step));
                }
            } else if (mustStop(task)) {
                return stopped();
            } else if (result instanceof Result.Again<S> again) {
                return later(journal, move.step, false, again);
            } else if (isInOtherHands(task)) {
                return stopped();
            } else {
                turnBack(journal, move.step, (Result.Failed<S>) result);
                return back(journal, initial, task);
            }
        }
        events.emit(new SagaEvent.Completed(saga.name(), journal.key()));
        return done(state);
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
            if (isInOtherHands(task)) {
                return stopped();
            }
            Verdict verdict = undo(journal, moves.get(i), fates.get(i), state, task);
            if (verdict != null) {
                return verdict;
            }
        }
        events.emit(new SagaEvent.Compensated(saga.name(), journal.key(), journal.reasonOfTurningBack()));
        return done(state);
    }

    /** In the encoding of the records: the report reads the last state from either. */
    private Verdict done(S state) {
        return Verdict.done(Bytes.of(codec.encode(state)));
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

    /**
     * Whether the next owner may be at work: it runs steps without a claim, which their records cannot tell. Asked before
     * each step, and before the saga turns back.
     */
    private static boolean isInOtherHands(TaskRun task) {
        return !task.isSurelyHeld() && !task.confirmHeld();
    }

    private static Verdict stopped() {
        return Verdict.retryLater(Duration.ZERO, "interrupted, or in other hands");
    }
}
