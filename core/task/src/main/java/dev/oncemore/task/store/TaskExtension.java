package dev.oncemore.task.store;

import java.time.Duration;

/**
 * A sign of life.
 *
 * @param id which task
 * @param fence the claim's fence
 * @param lease how long the owner has, from now
 */
public record TaskExtension(String id, long fence, Duration lease) {
    /** An extension; refuses a lease that is over at once. */
    public TaskExtension {
        ClaimRequest.requireLease(lease);
    }
}
