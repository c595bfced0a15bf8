package dev.oncemore.time;

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
}
