package dev.oncemore.time;

import java.security.SecureRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** Where random numbers come from when nobody hands in a generator. */
public final class Chance {
    private static final RandomGenerator SYSTEM = new PerThread();
    private static final RandomGenerator UNFORESEEABLE = new SecureRandom();

    private Chance() {}

    /** The machine's generator: one state per thread, nothing to contend for. */
    public static RandomGenerator system() {
        return SYSTEM;
    }

    /** A generator that nobody can foresee, for secrets. */
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
