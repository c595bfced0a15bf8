package dev.oncemore.retry.policy;

import dev.oncemore.internal.Bounds;
import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * How a delay is randomized, so that callers that failed together do not retry together.
 *
 * @param kind the shape of the spread
 * @param spread the width, for {@link Kind#ADDITIVE} and {@link Kind#PLUS_MINUS}; zero for the others
 */
public record Jitter(Kind kind, Duration spread) {

    /** The kinds of jitter, for a computed delay d. */
    public enum Kind {
        /** Exactly d. */
        NONE,
        /** Anything from 0 to d: the best spread, and the default of the {@code api} preset. */
        FULL,
        /** Half of d, plus anything up to the other half. */
        EQUAL,
        /** From the base to three times the previous delay, but never over the cap. */
        DECORRELATED,
        /** d plus anything up to the spread. */
        ADDITIVE,
        /** d, less or more by up to the spread; never below zero. */
        PLUS_MINUS;

        /** The name in configuration files: {@code plus-minus}. */
        String written() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        boolean hasSpread() {
            return this == ADDITIVE || this == PLUS_MINUS;
        }
    }

    /** Checks the spread: positive for kinds that have one, otherwise zero. */
    public Jitter {
        if (kind.hasSpread()) {
            Bounds.positive("jitter spread", spread);
        } else if (!spread.isZero()) {
            throw new IllegalArgumentException(
                    "jitter " + kind.written() + " takes no spread, but got " + Durations.format(spread));
        }
    }

    static Jitter of(Kind kind) {
        return new Jitter(kind, Duration.ZERO);
    }

    /** Randomizes a delay that already respects the cap. */
    long spread(long delayNanos, long baseNanos, long capNanos, long previousNanos, RandomGenerator random) {
        long width = spread.toNanos();
        return switch (kind) {
            case NONE -> delayNanos;
            case FULL -> between(0, delayNanos, random);
            case EQUAL -> between(delayNanos - delayNanos / 2, delayNanos, random);
            case DECORRELATED -> {
                long threefold = 3 * Math.min(Math.max(previousNanos, baseNanos), capNanos);
                yield between(baseNanos, Math.max(baseNanos, Math.min(capNanos, threefold)), random);
            }
            case ADDITIVE -> delayNanos + between(0, width, random);
            // The whole range shifts up to zero, so that all delays stay equally likely: clipping would make half of
            // the callers retry immediately.
            case PLUS_MINUS -> between(Math.max(0, delayNanos - width), delayNanos + width, random);
        };
    }

    private static long between(long least, long most, RandomGenerator random) {
        return least == most ? least : random.nextLong(least, most + 1);
    }

    @Override
    public String toString() {
        return kind.hasSpread() ? kind.written() + " " + Durations.format(spread) : kind.written();
    }
}
