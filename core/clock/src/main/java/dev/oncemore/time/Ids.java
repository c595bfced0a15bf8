package dev.oncemore.time;

import java.time.InstantSource;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/** Generates unique identifiers. */
@FunctionalInterface
public interface Ids {
    /** Returns the next identifier: 1 to 64 letters and digits. */
    String next();

    /** Generates 128 random bits as 32 hexadecimal digits. */
    static Ids random(RandomGenerator random) {
        HexFormat hex = HexFormat.of();
        return () -> hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
    }

    /**
     * Generates 32 hexadecimal digits, 12 of them the time of day, so that consecutive ids are neighbours in an index.
     * No decision may depend on their order.
     */
    static Ids timeOrdered(InstantSource wallClock, RandomGenerator random) {
        HexFormat hex = HexFormat.of();
        return () -> hex.toHexDigits(wallClock.millis(), 12)
                + hex.toHexDigits(random.nextInt(1 << 16), 4)
                + hex.toHexDigits(random.nextLong());
    }
}
