package dev.oncemore.task.store;

import dev.oncemore.internal.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that hold tasks of a store, so that what a dead node held is claimable soon after its last heartbeat, and not
 * only when its leases expire.
 *
 * <ol>
 *   <li>Each start of a node has an incarnation of its own. Nodes of one name never take over from each other while both
 *       are heard.
 *   <li>A {@linkplain ClaimRequest#member claim} that names an incarnation counts as its heartbeat, in the transaction of
 *       the claim.
 *   <li>Only the store's clock decides who is silent. A clock that jumped makes every node look silent until its next
 *       heartbeat, so a node is taken over only if it is found silent twice, with more than the time between two of
 *       its heartbeats in between.
 *   <li>A takeover ends the leases of the node's tasks; the next claim raises their fences as usual. The node itself may
 *       come back, keep what nobody has claimed, and learn from its {@link Standing} that it was taken over.
 * </ol>
 */
public interface Nodes {
    /** Renews a node's row, or creates it. */
    Standing beat(Beat beat);

    /** Finds nodes that hold tasks and have sent no heartbeat for longer than their {@code silence}. Writes nothing. */
    Look look();

    /**
     * Ends the leases of all tasks of these nodes, as far as they are still as silent as they were seen. A task whose end
     * is being recorded is skipped, and its node remains silent until a later call. Returns the number of tasks.
     */
    int takeOver(List<Silent> silent);

    /** Removes the row of a node that holds nothing. */
    void leave(long incarnation);

    /** All known nodes by name, up to {@code nodesMax}. Rows of idle nodes that are not heard of go after ten minutes. */
    List<NodeStatus> list(int nodesMax);

    /**
     * A node in a claim.
     *
     * @param incarnation a random number of its own for each start, over 0
     * @param silence how long it may be silent before it is taken over
     */
    record Member(long incarnation, Duration silence) {
        /** Refuses numbers that are not over 0. */
        public Member {
            if (incarnation < 1 || silence.isNegative() || silence.isZero()) {
                throw new IllegalArgumentException(
                        "incarnation and silence must be over 0, but are " + incarnation + " and " + silence);
            }
        }
    }

    /**
     * A heartbeat.
     *
     * @param name the name of the node, as the owner of its claims
     * @param lease the lease of its claims
     * @param member its incarnation
     * @param running how many tasks it holds; with 0 it need not be heard of, until it claims again
     */
    record Beat(String name, Duration lease, Member member, int running) {
        /** Refuses a lease that is not positive. */
        public Beat {
            Text.requireKeyLike("node name", name, Task.NAME_LENGTH_MAX);
            ClaimRequest.requireLease(lease);
        }
    }

    /**
     * How a node stands. If it changes, some of the node's tasks may have been taken over.
     *
     * @param since when its row was created
     * @param takeOvers how often it was taken over since
     */
    record Standing(Instant since, int takeOvers) {}

    /**
     * What a look found.
     *
     * @param silent the silent nodes; at most 1,000
     * @param next after what time one of the other nodes that hold tasks could be silent; null if there are none
     */
    record Look(List<Silent> silent, @Nullable Duration next) {}

    /**
     * A node that holds tasks and is silent.
     *
     * @param name its name
     * @param incarnation its incarnation
     * @param lastBeat its last heartbeat
     * @param silence how long it may be silent, by its own settings; it sends five heartbeats in that time
     */
    record Silent(String name, long incarnation, Instant lastBeat, Duration silence) {}

    /**
     * A known node.
     *
     * @param name its name
     * @param incarnation its incarnation
     * @param since when it was first heard of
     * @param lastBeat its last heartbeat; an idle node sends one per lease
     * @param running how many tasks it held at its last heartbeat
     */
    record NodeStatus(String name, long incarnation, Instant since, Instant lastBeat, int running) {}
}
