package dev.oncemore.once.record;

import java.time.Duration;

/**
 * An extension of a lease.
 *
 * @param key the key of the effect
 * @param fence the claim's fence
 * @param lease the new lease, from now on
 */
public record RecordExtension(Key key, long fence, Duration lease) {
    /** The claim that it extends. */
    public ClaimId claim() {
        return new ClaimId(key, fence);
    }
}
