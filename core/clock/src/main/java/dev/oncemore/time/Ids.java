package dev.oncemore.time;

import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** Names that nobody else has. */
@FunctionalInterface
public interface Ids {
    /** The next one: 1 to 64 letters and digits. */
    String next();

    /** 128 random bits from this generator, as 32 hexadecimal digits. */
    static Ids random(RandomGenerator random) {
        return () -> String.format("%016x%016x", random.nextLong(), random.nextLong());
    }

    /**
     * 32 hexadecimal digits, 12 of them the time of day: those made one after the other are neighbours in an index. Nothing
     * may be decided by their order.
     */
    static Ids timeOrdered(InstantSource wallClock, RandomGenerator random) {
        return () -> String.format("%012x%04x%016x", wallClock.millis(), random.nextInt(1 << 16), random.nextLong());
    }
}
