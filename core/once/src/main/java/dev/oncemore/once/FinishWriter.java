package dev.oncemore.once;

import dev.oncemore.once.record.NewOutcome;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Records how effects ended. The effect has already happened, so neither the caller's deadline nor an interrupt stops
 * it:
 *
 * <ol>
 *   <li>While the store is unavailable, the write is retried for the duration of a lease.
 *   <li>After that the caller gets an unknown outcome, and {@link FinishBacklog} keeps retrying.
 *   <li>An end that the store refuses permanently is not retried; its lease expires.
 * </ol>
 */
final class FinishWriter {
    private static final Logger LOG = System.getLogger("dev.oncemore.once");
    private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(20).toNanos();
    static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private final Time time;
    private final RetriedVerbs verbs;
    private final FinishBacklog late;
    private final long patienceNanos;

    FinishWriter(OnceSettings settings, RetriedVerbs verbs, FinishBacklog late) {
        time = settings.time;
        this.verbs = verbs;
        this.late = late;
        patienceNanos = settings.lease.toNanos();
    }

    /** The result of writing an end. */
    sealed interface Written {}

    /** The store has responded: the end is recorded, or the claim had been lost. */
    record Answered(boolean isRecorded) implements Written {}

    /** The end is not written yet, or never will be. */
    record Unwritten(Throwable cause) implements Written {}

    /**
     * Writes an end on this thread.
     *
     * @param settled called with the final result, possibly later, if this returns {@link Unwritten}
     */
    Written write(RecordFinish finish, Settled settled) {
        Written written = attempted(() -> verbs.finishOnce(finish));
        return written instanceof Unwritten failed ? unwritten(finish, failed.cause(), null, settled) : written;
    }

    /** Writes the end of an effect without a claim; one that could not be written is not written later. */
    Written write(NewOutcome outcome) {
        return attempted(() -> verbs.insertSettledOnce(outcome));
    }

    private Written attempted(BooleanSupplier verb) {
        boolean interrupted = Thread.interrupted();
        long endNanos = time.nanoTime() + patienceNanos;
        long pause = FIRST_PAUSE_NANOS;
        try {
            while (true) {
                RuntimeException failure;
                try {
                    return new Answered(verb.getAsBoolean());
                } catch (RuntimeException e) {
                    failure = e;
                }
                // The interrupt alone may have failed the store: clear the flag for the next attempt and restore it at
                // the end.
                interrupted |= Thread.interrupted();
                if (!isPassing(failure) || time.nanoTime() + pause - endNanos >= 0) {
                    return new Unwritten(failure);
                }
                interrupted |= isInterruptedWhileSleeping(pause);
                pause = Math.min(LONGEST_PAUSE_NANOS, pause * 2);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** As {@link #write}, but retries run elsewhere, because this thread may not be allowed to block. */
    CompletableFuture<Written> writeAsync(RecordFinish finish, Settled settled) {
        boolean interrupted = Thread.interrupted();
        try {
            return CompletableFuture.completedFuture(new Answered(verbs.finishOnce(finish)));
        } catch (RuntimeException e) {
            CompletableFuture<Written> written = new CompletableFuture<>();
            Written now = unwritten(finish, e, written, settled);
            if (!isPassing(e)) {
                written.complete(now);
            }
            return written;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Writes the end of a claim that did not run, without delaying the caller. */
    void writeLater(RecordFinish finish) {
        late.add(new FinishBacklog.End(finish, time.nanoTime(), null, written -> {}), LONGEST_PAUSE_NANOS);
    }

    private Written unwritten(
            RecordFinish finish, Throwable failure, @Nullable CompletableFuture<Written> awaited, Settled settled) {
        if (isPassing(failure)) {
            LOG.log(
                    Level.WARNING,
                    "the outcome of " + finish.key() + " could not be written yet; the write is retried",
                    failure);
            late.add(
                    new FinishBacklog.End(finish, time.nanoTime() + patienceNanos, awaited, settled),
                    awaited == null ? LONGEST_PAUSE_NANOS : FIRST_PAUSE_NANOS);
        } else {
            LOG.log(
                    Level.ERROR,
                    "the outcome of " + finish.key()
                            + " cannot be written; its lease expires, and the record is then in doubt",
                    failure);
            settled.on(new Unwritten(failure));
        }
        return new Unwritten(failure);
    }

    /** Whether the store may accept the same end later. */
    static boolean isPassing(Throwable failure) {
        return Classifier.standard().classify(failure).retryable();
    }

    private boolean isInterruptedWhileSleeping(long nanos) {
        try {
            time.sleep(nanos);
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    /** Called with the final result of an end that could not be written at once. */
    @FunctionalInterface
    interface Settled {
        void on(Written written);
    }
}
