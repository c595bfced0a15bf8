package dev.oncemore.task.store;

import dev.oncemore.internal.Text;
import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.List;

/**
 * A wish for work.
 *
 * @param owner who asks: 1 to 100 printable ASCII characters, kept for people to read
 * @param lease how long the owner may be silent
 * @param laneRunMax how many of one lane it takes at once, at least 1
 * @param shares how much of which queue; a queue is named once
 */
public record ClaimRequest(String owner, Duration lease, int laneRunMax, List<Share> shares) {

    /** A claim; refuses a lease that is over at once. */
    public ClaimRequest {
        Text.requireKeyLike("owner", owner, Task.NAME_LENGTH_MAX);
        requireLease(lease);
        if (laneRunMax < 1) {
            throw new IllegalArgumentException("laneRunMax must be at least 1, but is " + laneRunMax);
        }
        shares = List.copyOf(shares);
    }

    static void requireLease(Duration lease) {
        if (lease.isNegative() || lease.isZero()) {
            throw new IllegalArgumentException("lease must be over 0, but is " + Durations.format(lease));
        }
    }

    /**
     * A part of a claim.
     *
     * @param queue from where
     * @param tasksMax how many at most, at least 1. A lane that was left behind is taken over as a whole, even if that is more:
     *     its old owner would go on with the rest otherwise
     */
    public record Share(String queue, int tasksMax) {
        /** A share; refuses one of nothing. */
        public Share {
            if (tasksMax < 1) {
                throw new IllegalArgumentException("tasksMax must be at least 1, but is " + tasksMax);
            }
        }
    }
}
