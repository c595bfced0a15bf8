package dev.oncemore.task.store;

import dev.oncemore.internal.Text;
import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request for work.
 *
 * @param owner the name of the node: 1 to 100 printable ASCII characters, for logs
 * @param lease how long the owner may be silent
 * @param laneRunMax how many tasks of one lane it takes at once, at least 1
 * @param shares how many tasks of each queue; each queue once
 * @param member the node's incarnation, by which other nodes may take over what it claims; null if only its leases count,
 *     and for stores without {@link TaskStore#nodes nodes}
 */
public record ClaimRequest(
        String owner, Duration lease, int laneRunMax, List<Share> shares, Nodes.@Nullable Member member) {

    /** A claim whose owner is not known as a node. */
    public ClaimRequest(String owner, Duration lease, int laneRunMax, List<Share> shares) {
        this(owner, lease, laneRunMax, shares, null);
    }

    /** Refuses a lease that is not positive. */
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
     * The share of one queue in a claim.
     *
     * @param queue the queue
     * @param tasksMax the maximum, at least 1. An abandoned run of a lane is taken over as a whole, even if that is
     *     more: its old owner could otherwise continue with the rest
     */
    public record Share(String queue, int tasksMax) {
        /** Refuses an empty share. */
        public Share {
            if (tasksMax < 1) {
                throw new IllegalArgumentException("tasksMax must be at least 1, but is " + tasksMax);
            }
        }
    }
}
