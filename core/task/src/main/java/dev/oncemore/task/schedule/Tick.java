package dev.oncemore.task.schedule;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The payload of a tick.
 *
 * @param instant the instant it waits for
 * @param lastFired the last admitted firing before it; null if none is known
 */
record Tick(Instant instant, @Nullable Instant lastFired) {

    byte[] written() {
        return (instant + (lastFired == null ? "" : " " + lastFired)).getBytes(StandardCharsets.UTF_8);
    }

    static Tick read(byte[] written) {
        String[] instants = new String(written, StandardCharsets.UTF_8).split(" ", 2);
        return new Tick(Instant.parse(instants[0]), instants.length == 2 ? Instant.parse(instants[1]) : null);
    }
}
