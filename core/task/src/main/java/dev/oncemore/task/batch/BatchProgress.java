package dev.oncemore.task.batch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How far a run has come, by the store's clock, when its last chunk was committed.
 *
 * @param state whether it goes on
 * @param done items that are done
 * @param rejected items that were answered with no
 * @param setAside items that became tasks of their own: to be retried alone, or dead letters
 * @param total how many there are, if the source knows
 * @param startedAt when it began
 * @param at when the last chunk was committed; when it began, as long as none was
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

    /** How many items the batch is through with. */
    public long processed() {
        return done + rejected + setAside;
    }

    /** Items a second since it began; 0 before the first chunk is committed. */
    public double perSecond() {
        double seconds = Duration.between(startedAt, at).toMillis() / 1_000.0;
        return seconds <= 0 ? 0 : processed() / seconds;
    }

    /** How long the rest takes at this rate; empty when that can not be told. */
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

    /** Whether a run goes on. */
    public enum State {
        /** There is a next chunk. */
        RUNNING,
        /** It is through; items that were set aside may not be. */
        FINISHED,
        /** Its chunk is a dead letter or was cancelled: redrive it, and the batch goes on. */
        STOPPED
    }
}
