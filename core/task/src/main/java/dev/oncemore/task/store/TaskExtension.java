package dev.oncemore.task.store;

import java.time.Duration;

/**
 * An extension of a lease.
 *
 * @param id the task's id
 * @param fence the claim's fence
 * @param lease the new lease, from now on
 */
public record TaskExtension(String id, long fence, Duration lease) {
    /** Refuses a lease that is not positive. */
    public TaskExtension {
        ClaimRequest.requireLease(lease);
    }
}
