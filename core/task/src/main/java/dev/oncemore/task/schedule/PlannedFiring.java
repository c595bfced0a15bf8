package dev.oncemore.task.schedule;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A planned firing, as serialized in its task.
 *
 * @param instant the instant
 * @param from where its period starts
 * @param to where its period ends
 * @param skipped why it is skipped; null if it is not
 */
record PlannedFiring(
        Instant instant, Instant from, Instant to, @Nullable String skipped) {

    byte[] written() {
        String text = instant + " " + from + " " + to + (skipped == null ? "" : "\n" + skipped);
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static PlannedFiring read(byte[] written) {
        String[] lines = new String(written, StandardCharsets.UTF_8).split("\n", 2);
        String[] instants = lines[0].split(" ", 3);
        return new PlannedFiring(
                Instant.parse(instants[0]),
                Instant.parse(instants[1]),
                Instant.parse(instants[2]),
                lines.length == 2 ? lines[1] : null);
    }
}
