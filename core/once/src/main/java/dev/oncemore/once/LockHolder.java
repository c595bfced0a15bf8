package dev.oncemore.once;

import java.time.Instant;

/**
 * The holder of a lock.
 *
 * @param who the person or service that holds it, see {@link OnceSettings#who}
 * @param since when it was acquired, by the store's clock
 * @param leaseUntil when it is free again if its holder dies now; a live holder renews it
 * @param fence the number of the acquisition; it only rises for a lock
 */
public record LockHolder(String who, Instant since, Instant leaseUntil, long fence) {}
