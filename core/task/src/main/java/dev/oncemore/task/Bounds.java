package dev.oncemore.task;

import dev.oncemore.time.Durations;
import java.time.Duration;

/** Checks that name the setting, the value and the bound it broke. */
final class Bounds {
    private Bounds() {}

    static int between(String setting, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    setting + " must be between " + least + " and " + most + ", but is " + value);
        }
        return value;
    }

    static Duration between(String setting, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(setting + " must be between " + Durations.format(least) + " and "
                    + Durations.format(most) + ", but is " + Durations.format(value));
        }
        return value;
    }
}
