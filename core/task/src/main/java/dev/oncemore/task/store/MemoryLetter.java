package dev.oncemore.task.store;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A dead letter in memory, with its position in its lane. Immutable, so that a copy of the table is a snapshot. */
record MemoryLetter(DeadLetter letter, long seq) {

    /** Whether its lane waits for it. */
    boolean holdsLane() {
        Lane lane = letter.task().lane();
        return lane != null && lane.onPoison() == OnPoison.PARK && letter.discardedAt() == null;
    }

    /** Every change of a letter raises its fence, so that each line of its log has its own. */
    MemoryLetter changed(Task task, @Nullable Instant discardedAt) {
        return new MemoryLetter(
                new DeadLetter(
                        task,
                        letter.reason(),
                        letter.signature(),
                        letter.attempts(),
                        letter.fence() + 1,
                        letter.redrives(),
                        letter.enqueuedAt(),
                        letter.diedAt(),
                        discardedAt,
                        letter.inDoubt(),
                        letter.stackTrace()),
                seq);
    }

    MemoryRow redriven(long newSeq, Instant now) {
        return new MemoryRow(
                letter.task(),
                newSeq,
                0,
                now,
                letter.fence() + 1,
                null,
                null,
                letter.redrives() + 1,
                letter.enqueuedAt(),
                letter.inDoubt(),
                Duration.ZERO);
    }
}
