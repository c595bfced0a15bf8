package dev.oncemore.once.record;

import java.time.Duration;

/**
 * A sign of life.
 *
 * @param key which effect
 * @param fence the claim's fence
 * @param lease how long the owner has, from now
 */
public record RecordExtension(Key key, long fence, Duration lease) {
    /** The claim that it belongs to. */
    public ClaimId claim() {
        return new ClaimId(key, fence);
    }
}
