package dev.oncemore.time;

import java.security.SecureRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** Default random generators, used unless the caller passes one. */
public final class Chance {
    private static final RandomGenerator SYSTEM = new PerThread();
    private static final RandomGenerator UNFORESEEABLE = new SecureRandom();

    private Chance() {}

    /** The default generator: one state per thread, without contention. */
    public static RandomGenerator system() {
        return SYSTEM;
    }

    /** A cryptographically strong generator, for secrets. */
    public static RandomGenerator unforeseeable() {
        return UNFORESEEABLE;
    }

    private static final class PerThread implements RandomGenerator {
        @Override
        public long nextLong() {
            return ThreadLocalRandom.current().nextLong();
        }
    }
}
