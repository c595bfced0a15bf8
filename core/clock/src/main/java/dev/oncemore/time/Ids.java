package dev.oncemore.time;

import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** Generates unique identifiers. */
@FunctionalInterface
public interface Ids {
    /** Returns the next identifier: 1 to 64 letters and digits. */
    String next();

    /** Generates 128 random bits as 32 hexadecimal digits. */
    static Ids random(RandomGenerator random) {
        return () -> String.format("%016x%016x", random.nextLong(), random.nextLong());
    }

    /**
     * Generates 32 hexadecimal digits, 12 of them the time of day, so that consecutive ids are neighbours in an index.
     * No decision may depend on their order.
     */
    static Ids timeOrdered(InstantSource wallClock, RandomGenerator random) {
        return () -> String.format("%012x%04x%016x", wallClock.millis(), random.nextInt(1 << 16), random.nextLong());
    }
}
