package dev.oncemore.time;

import java.time.InstantSource;

/** The time of day, for display only. No decision depends on it. */
public final class WallClock {
    private WallClock() {}

    /** The system clock. */
    public static InstantSource system() {
        return InstantSource.system();
    }
}
