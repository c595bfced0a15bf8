package dev.oncemore.time;

import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** Where random numbers come from when nobody hands in a generator. */
public final class Chance {
    private static final RandomGenerator SYSTEM = new PerThread();

    private Chance() {}

    /** The machine's generator: one state per thread, nothing to contend for. */
    public static RandomGenerator system() {
        return SYSTEM;
    }

    private static final class PerThread implements RandomGenerator {
        @Override
        public long nextLong() {
            return ThreadLocalRandom.current().nextLong();
        }
    }
}
