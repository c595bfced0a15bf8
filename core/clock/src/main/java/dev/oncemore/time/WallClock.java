package dev.oncemore.time;

import java.time.InstantSource;

/** The time of day, for people to read. Nothing is decided by it. */
public final class WallClock {
    private WallClock() {}

    /** The machine's clock. */
    public static InstantSource system() {
        return InstantSource.system();
    }
}
