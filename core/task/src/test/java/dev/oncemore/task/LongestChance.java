package dev.oncemore.task;

import java.util.random.RandomGenerator;

/** Always draws the largest number of a range: the longest delay that a jitter allows. */
public final class LongestChance implements RandomGenerator {
    @Override
    public long nextLong() {
        return Long.MAX_VALUE;
    }

    @Override
    public long nextLong(long origin, long bound) {
        return bound - 1;
    }
}
