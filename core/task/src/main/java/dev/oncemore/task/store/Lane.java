package dev.oncemore.task.store;

import dev.oncemore.internal.Text;
import java.util.Objects;

/**
 * Tasks of one queue that must run in sequence, in the order of their commits.
 *
 * @param key names the lane within its queue: 1 to 255 printable ASCII characters
 * @param onPoison what happens if the first task fails for good
 */
public record Lane(String key, OnPoison onPoison) {

    /** Refuses an empty, over-long or unprintable key. */
    public Lane {
        Text.requireKeyLike("lane key", key, Text.KEY_LENGTH_MAX);
        Objects.requireNonNull(onPoison, "onPoison");
    }
}
