package dev.oncemore.task.batch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a run when its last chunk was committed, by the store's clock.
 *
 * @param state the state of the run
 * @param done completed items
 * @param rejected rejected items
 * @param setAside items that became their own tasks: to be retried alone, or dead letters
 * @param total the number of items, if the source knows it
 * @param startedAt when it began
 * @param at when the last chunk was committed; when the run began if none was
 * @param why why it stopped; null otherwise
 */
public record BatchProgress(
        State state,
        long done,
        long rejected,
        long setAside,
        OptionalLong total,
        Instant startedAt,
        Instant at,
        @Nullable String why) {

    /** The number of processed items. */
    public long processed() {
        return done + rejected + setAside;
    }

    /** Items per second since it began; 0 before the first chunk is committed. */
    public double perSecond() {
        double seconds = Duration.between(startedAt, at).toMillis() / 1_000.0;
        return seconds <= 0 ? 0 : processed() / seconds;
    }

    /** The time for the rest at this rate; empty if unknown. */
    public Optional<Duration> remaining() {
        if (state == State.FINISHED) {
            return Optional.of(Duration.ZERO);
        }
        double rate = perSecond();
        if (total.isEmpty() || rate <= 0) {
            return Optional.empty();
        }
        long left = Math.max(0, total.getAsLong() - processed());
        return Optional.of(Duration.ofMillis(Math.round(left / rate * 1_000)));
    }

    /** The state of a run. */
    public enum State {
        /** There is a next chunk. */
        RUNNING,
        /** All chunks are done; items that were set aside may not be. */
        FINISHED,
        /** Its chunk is a dead letter or was cancelled: redrive it to continue the batch. */
        STOPPED
    }
}
