package dev.oncemore.task.store;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A live task in memory. Immutable, so that a copy of the table is a snapshot. */
record MemoryRow(
        Task task,
        long seq,
        int attempts,
        Instant visibleAt,
        long fence,
        @Nullable String owner,
        @Nullable Long node,
        int redrives,
        Instant enqueuedAt,
        boolean inDoubt,
        Duration previousDelay) {

    static MemoryRow enqueued(NewTask newTask, long seq, Instant now) {
        return new MemoryRow(
                newTask.task(), seq, 0, now.plus(newTask.delay()), 0, null, null, 0, now, false, Duration.ZERO);
    }

    boolean isDue(Instant now) {
        return !visibleAt.isAfter(now);
    }

    /** Whether it is under a live lease. */
    boolean isHeld(Instant now) {
        return owner != null && !isDue(now);
    }

    /** Whether this claim holds it: neither deposed nor ended. */
    boolean isClaimedUnder(long claimFence) {
        return owner != null && fence == claimFence;
    }

    MemoryRow claimedBy(String newOwner, @Nullable Long newNode, Instant leaseUntil) {
        boolean doubt = inDoubt || owner != null; // an owner with an expired lease may have completed it
        return new MemoryRow(
                task,
                seq,
                attempts + 1,
                leaseUntil,
                fence + 1,
                newOwner,
                newNode,
                redrives,
                enqueuedAt,
                doubt,
                previousDelay);
    }

    MemoryRow extendedTo(Instant leaseUntil) {
        return new MemoryRow(
                task, seq, attempts, leaseUntil, fence, owner, node, redrives, enqueuedAt, inDoubt, previousDelay);
    }

    /** Unowned, but with its fence, by which a repeated retry or release is recognised. */
    MemoryRow retriedBy(End.Retry end, Instant now) {
        return new MemoryRow(
                task,
                seq,
                attempts,
                now.plus(end.delay()),
                fence,
                null,
                null,
                redrives,
                enqueuedAt,
                end.inDoubt(),
                end.delay());
    }

    MemoryRow releasedAt(Instant when, boolean doubt) {
        return new MemoryRow(
                task, seq, attempts - 1, when, fence, null, null, redrives, enqueuedAt, doubt, previousDelay);
    }

    Claimed asClaimed(Instant dueSince, Instant now) {
        return new Claimed(
                task, fence, attempts, redrives, enqueuedAt, Duration.between(dueSince, now), inDoubt, previousDelay);
    }

    MemoryLetter asLetter(End.Dead end, Instant now) {
        return new MemoryLetter(
                new DeadLetter(
                        task,
                        end.reason(),
                        end.signature(),
                        attempts,
                        fence,
                        redrives,
                        enqueuedAt,
                        now,
                        null,
                        end.inDoubt(),
                        end.stackTrace()),
                seq);
    }
}
