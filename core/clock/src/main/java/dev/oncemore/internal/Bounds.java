package dev.oncemore.internal;

import dev.oncemore.time.Durations;
import java.time.Duration;

/** Checks of settings, whose messages name the setting, its value and the bound. */
public final class Bounds {
    /** A year: long enough for any wait, short enough that sums of nanoseconds never overflow. */
    public static final Duration LONGEST = Duration.ofDays(365);

    private Bounds() {}

    /** Requires a value within both bounds. */
    public static int between(String setting, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    setting + " must be between " + least + " and " + most + ", but is " + value);
        }
        return value;
    }

    /** Requires a value within both bounds. */
    public static Duration between(String setting, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(setting + " must be between " + Durations.format(least) + " and "
                    + Durations.format(most) + ", but is " + Durations.format(value));
        }
        return value;
    }

    /** Requires a value over 0 and at most 1. */
    public static double share(String setting, double value) {
        if (!(value > 0 && value <= 1)) {
            throw new IllegalArgumentException(setting + " must be over 0 and at most 1, but is " + value);
        }
        return value;
    }

    /** Requires a value over 0 and at most {@link #LONGEST}. */
    public static Duration positive(String setting, Duration value) {
        if (value.isZero()) {
            throw new IllegalArgumentException(setting + " must be over 0, but is 0");
        }
        return notNegative(setting, value);
    }

    /** Requires a value of at least 0 and at most {@link #LONGEST}. */
    public static Duration notNegative(String setting, Duration value) {
        if (value.isNegative() || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(setting + " must be between 0 and " + Durations.format(LONGEST)
                    + ", but is " + Durations.format(value));
        }
        return value;
    }
}
