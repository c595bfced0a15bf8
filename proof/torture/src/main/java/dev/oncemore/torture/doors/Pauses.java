package dev.oncemore.torture.doors;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits between attacks. */
final class Pauses {
    private Pauses() {}

    static void pause(Duration span) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(span.toNanos());
    }
}
