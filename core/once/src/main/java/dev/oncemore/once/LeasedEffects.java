package dev.oncemore.once;

import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.NewOutcome;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Runs claimed effects under their leases:
 *
 * <ol>
 *   <li>The heartbeat starts.
 *   <li>If the record is in doubt and a reconciler is set, it is called first.
 *   <li>The effect runs, and {@link FinishWriter} records how it ended.
 *   <li>The heartbeat stops once the end is written.
 * </ol>
 */
final class LeasedEffects {
    private final Engine engine;
    private final RetriedVerbs verbs;
    private final Waits waits;
    private final Heartbeats heartbeats;
    private final FinishWriter ends;

    LeasedEffects(Engine engine, RecordStore store, RetriedVerbs verbs, Waits waits) {
        this.engine = engine;
        this.verbs = verbs;
        this.waits = waits;
        heartbeats = new Heartbeats(engine.settings, store);
        ends = new FinishWriter(engine.settings, verbs, new FinishBacklog(engine.settings, store));
    }

    /** Runs an effect on this thread. */
    <T> Outcome<T> run(Claim claim, @Nullable OnceRecord leftBehind, Declaration<T> declaration, Effect<T, ?> effect) {
        Heartbeats.Beat beat = begin(claim, leftBehind, declaration);
        Ending<T> ending;
        try {
            ending = Finishes.reconciled(claim, declaration)
                    .map(finish -> found(finish, declaration))
                    .orElseGet(() -> execute(claim, declaration, effect));
        } catch (RuntimeException | Error e) {
            end(claim, beat);
            throw e;
        }
        return write(claim, beat, ending, declaration);
    }

    /**
     * Runs an effect on this thread that only its caller can run now, and inserts its record when it has ended.
     *
     * @param keepsSuccess whether the caller records a success itself, so that nothing is written here
     */
    <T> Outcome<T> runUnclaimed(
            NewClaim request, Declaration<T> declaration, Effect<T, ?> effect, boolean keepsSuccess) {
        Claim claim = new Claim(request.key(), 0, 1, false);
        Ending<T> ending = execute(claim, declaration, effect);
        claim.end();
        RecordFinish finish = ending.finish;
        if (keepsSuccess
                && finish.state() == RecordState.SUCCEEDED
                && finish.error() == null
                && finish.resource() == null) {
            return ending.recorded.get();
        }
        FinishWriter.Written written = ends.write(new NewOutcome(request, finish));
        waits.ended(claim.key());
        if (written instanceof FinishWriter.Answered answered) {
            engine.emitEnd(finish, answered.isRecorded());
        }
        return told(claim, ending, written, declaration);
    }

    /** Starts an effect that may end on another thread. */
    <T> CompletionStage<Outcome<T>> runAsync(
            Claim claim,
            @Nullable OnceRecord leftBehind,
            Declaration<T> declaration,
            Effect<? extends CompletionStage<T>, ?> effect) {
        Heartbeats.Beat beat = begin(claim, leftBehind, declaration);
        CompletionStage<Ending<T>> ended;
        try {
            ended = Finishes.reconciled(claim, declaration)
                    .<CompletionStage<Ending<T>>>map(
                            finish -> CompletableFuture.completedFuture(found(finish, declaration)))
                    .orElseGet(() -> LeasedEffects.<T>start(claim, effect)
                            .handle((value, thrown) -> thrown == null
                                    ? succeeded(claim, value, declaration)
                                    : failed(claim, unwrapped(thrown), declaration)));
            if (ended instanceof CompletableFuture<Ending<T>> here && here.isDone()) {
                // It ended on the caller's thread, which may wait: the outcome is known before this returns.
                return endingWithFailure(claim, beat, here)
                        .thenApply(ending -> write(claim, beat, ending, declaration));
            }
        } catch (RuntimeException | Error e) {
            end(claim, beat);
            throw e;
        }
        CompletionStage<Outcome<T>> told = endingWithFailure(
                claim, beat, ended.thenCompose(ending -> writeElsewhere(claim, beat, ending, declaration)));
        // A copy, so that cancelling it does not prevent the end from being written.
        return told.thenApply(outcome -> outcome);
    }

    /** Stops the heartbeat if the stage fails, for example by an {@link Error} of a codec. */
    private <R> CompletionStage<R> endingWithFailure(Claim claim, Heartbeats.Beat beat, CompletionStage<R> stage) {
        return stage.whenComplete((result, failure) -> {
            if (failure != null) {
                end(claim, beat);
            }
        });
    }

    /** Writes an end on this thread, which waits while the store is unavailable. */
    private <T> Outcome<T> write(Claim claim, Heartbeats.Beat beat, Ending<T> ending, Declaration<T> declaration) {
        claim.end();
        FinishWriter.Written written;
        try {
            written = ends.write(ending.finish, late -> settled(claim, beat, ending, late));
        } catch (RuntimeException | Error e) {
            end(claim, beat);
            throw e;
        }
        return ended(claim, beat, ending, written, declaration);
    }

    private <T> CompletionStage<Outcome<T>> writeElsewhere(
            Claim claim, Heartbeats.Beat beat, Ending<T> ending, Declaration<T> declaration) {
        claim.end();
        CompletableFuture<FinishWriter.Written> writing;
        try {
            writing = ends.writeAsync(ending.finish, late -> settled(claim, beat, ending, late));
        } catch (RuntimeException | Error e) {
            end(claim, beat);
            throw e;
        }
        return writing.thenApply(written -> ended(claim, beat, ending, written, declaration));
    }

    private <T> Outcome<T> ended(
            Claim claim,
            Heartbeats.Beat beat,
            Ending<T> ending,
            FinishWriter.Written written,
            Declaration<T> declaration) {
        if (written instanceof FinishWriter.Answered answered) {
            end(claim, beat);
            engine.emitEnd(ending.finish, answered.isRecorded());
        }
        return told(claim, ending, written, declaration);
    }

    /** Releases a claim whose effect was not started. */
    void release(Claim claim, Declaration<?> declaration, Throwable why) {
        ends.writeLater(Finishes.notBegun(claim, why, declaration));
    }

    private Heartbeats.Beat begin(Claim claim, @Nullable OnceRecord leftBehind, Declaration<?> declaration) {
        engine.emitClaimed(claim, leftBehind);
        try {
            return heartbeats.start(claim);
        } catch (RuntimeException e) {
            release(claim, declaration, e); // the lease could not be renewed
            throw e;
        }
    }

    private void end(Claim claim, Heartbeats.Beat beat) {
        heartbeats.stop(beat);
        waits.ended(claim.key());
    }

    private void settled(Claim claim, Heartbeats.Beat beat, Ending<?> ending, FinishWriter.Written late) {
        end(claim, beat);
        if (late instanceof FinishWriter.Answered answered) {
            engine.emitEnd(ending.finish, answered.isRecorded());
        }
    }

    private <T> Ending<T> execute(Claim claim, Declaration<T> declaration, Effect<T, ?> effect) {
        T value;
        try {
            value = effect.run(claim);
        } catch (Throwable thrown) {
            if (thrown instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            return failed(claim, thrown, declaration);
        }
        return succeeded(claim, value, declaration);
    }

    private static <T> CompletionStage<T> start(Claim claim, Effect<? extends CompletionStage<T>, ?> effect) {
        try {
            return Objects.requireNonNull(effect.run(claim), "an asynchronous effect must return a stage, not null");
        } catch (Throwable thrown) {
            if (thrown instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            return CompletableFuture.failedFuture(thrown);
        }
    }

    private static Throwable unwrapped(Throwable thrown) {
        Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : null;
        return cause == null ? thrown : cause;
    }

    /** The ending found by a reconciler. */
    private <T> Ending<T> found(RecordFinish finish, Declaration<T> declaration) {
        return new Ending<>(finish, null, () -> {
            Optional<OnceRecord> now = verbs.readIfPossible(finish.key());
            return now.isPresent() && finish.state() == RecordState.SUCCEEDED
                    ? engine.replay(now.get(), declaration)
                    : engine.unknown(declaration, now, String.valueOf(finish.error()), null);
        });
    }

    private <T> Ending<T> succeeded(Claim claim, T value, Declaration<T> declaration) {
        RecordFinish finish = Finishes.succeeded(claim, value, declaration);
        String problem = finish.error();
        return new Ending<>(
                finish,
                null,
                () -> problem == null
                        ? new Outcome.Done<>(value, false)
                        : new Outcome.DoneWithoutValue<>(false, problem));
    }

    private <T> Ending<T> failed(Claim claim, Throwable thrown, Declaration<T> declaration) {
        RecordFinish finish = Finishes.failed(claim, thrown, declaration);
        return new Ending<>(finish, thrown, () -> {
            String words = Finishes.words(thrown);
            return finish.state() == RecordState.UNKNOWN
                    ? engine.unknown(declaration, verbs.readIfPossible(claim.key()), words, thrown)
                    : new Outcome.Failed<>(
                            finish.state() == RecordState.FAILED_FINAL, false, words, Optional.of(thrown));
        });
    }

    /** Returns the caller's outcome. A thrown {@link Error} is rethrown after its end was written. */
    private <T> Outcome<T> told(
            Claim claim, Ending<T> ending, FinishWriter.Written written, Declaration<T> declaration) {
        boolean isRecorded = written instanceof FinishWriter.Answered answered && answered.isRecorded();
        if (written instanceof FinishWriter.Unwritten || (isRecorded && ending.finish.state() == RecordState.UNKNOWN)) {
            engine.warnOfUnknown(claim.key(), declaration, ending.thrown);
        }
        if (ending.thrown instanceof Error error) {
            throw error;
        }
        if (written instanceof FinishWriter.Unwritten unwritten) {
            String how = ending.finish.state() == RecordState.SUCCEEDED ? "the effect returned" : "the effect failed";
            return engine.unknown(
                    declaration,
                    Optional.empty(),
                    how + ", but its end could not be recorded: " + Finishes.words(unwritten.cause()),
                    ending.thrown == null ? unwritten.cause() : ending.thrown);
        }
        if (isRecorded) {
            return ending.recorded.get();
        }
        claim.lose(engine.settings.hooks);
        return new Outcome.Deposed<>(verbs.readIfPossible(claim.key()));
    }

    /**
     * How an effect ended.
     *
     * @param finish the end to write
     * @param thrown the exception of the effect, if any
     * @param recorded creates the caller's outcome once the end is recorded
     * @param <T> what the effect returns
     */
    private record Ending<T>(RecordFinish finish, @Nullable Throwable thrown, Outcomes<T> recorded) {}

    /** Creates an outcome once it is known to be recorded. */
    @FunctionalInterface
    private interface Outcomes<T> {
        Outcome<T> get();
    }
}
