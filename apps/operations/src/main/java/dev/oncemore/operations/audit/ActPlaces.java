package dev.oncemore.operations.audit;

import dev.oncemore.jdbc.Database;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.retry.policy.FailureKind;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Limits how many acts are under way at once. An act that waits for rows of another one keeps its connection; without a limit, a few
 * people who act on the same large sheet would take all connections, and pages and the health check would wait for them. On SQLite
 * acts wait without a connection, so only large ones are limited there.
 */
final class ActPlaces {
    /** The others are for pages, the health check and batches. */
    private static final int ALL_MAX = Backend.CONNECTIONS * 2 / 3;

    private static final int LARGE_MAX = ALL_MAX / 2;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Semaphore all;
    private final Semaphore large = new Semaphore(LARGE_MAX, true);

    ActPlaces(Database database) {
        all = new Semaphore(database.hasOneWriter() ? Integer.MAX_VALUE : ALL_MAX, true);
    }

    /**
     * Runs an act when there is a place for it.
     *
     * @throws StoreException when there is none for half a minute; nothing was done then
     */
    <T> T run(boolean isLarge, Supplier<T> act) {
        // In this order: a large act that waits for others like it must not take the place of a small one.
        return isLarge ? in(large, () -> in(all, act)) : in(all, act);
    }

    private static <T> T in(Semaphore places, Supplier<T> act) {
        boolean isIn;
        try {
            isIn = places.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            isIn = false;
        }
        if (!isIn) {
            throw new StoreException(
                    FailureKind.THROTTLED, "too many others are changing something just now; try again", null);
        }
        try {
            return act.get();
        } finally {
            places.release();
        }
    }
}
