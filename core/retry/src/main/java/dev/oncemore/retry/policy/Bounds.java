package dev.oncemore.retry.policy;

import dev.oncemore.time.Durations;
import java.time.Duration;

/** Checks that name the setting, the value and the bound it broke. */
final class Bounds {
    /** Long enough for any wait, short enough that sums of nanoseconds never overflow. */
    static final Duration LONGEST = Duration.ofDays(365);

    private Bounds() {}

    static int between(String setting, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    setting + " must be between " + least + " and " + most + ", but is " + value);
        }
        return value;
    }

    static double share(String setting, double value) {
        if (!(value > 0 && value <= 1)) {
            throw new IllegalArgumentException(setting + " must be over 0 and at most 1, but is " + value);
        }
        return value;
    }

    static Duration positive(String setting, Duration value) {
        if (value.isZero()) {
            throw new IllegalArgumentException(setting + " must be over 0, but is 0");
        }
        return notNegative(setting, value);
    }

    static Duration notNegative(String setting, Duration value) {
        if (value.isNegative() || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(setting + " must be between 0 and " + Durations.format(LONGEST)
                    + ", but is " + Durations.format(value));
        }
        return value;
    }
}
