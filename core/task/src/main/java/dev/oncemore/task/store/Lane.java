package dev.oncemore.task.store;

import dev.oncemore.internal.Text;
import java.util.Objects;

/**
 * Tasks of one queue that must be done one after the other, in the order in which they were committed.
 *
 * @param key names the lane within its queue: 1 to 255 printable ASCII characters
 * @param onPoison what happens when the first task can not be done
 */
public record Lane(String key, OnPoison onPoison) {

    /** A lane; refuses an empty, over-long or unprintable key. */
    public Lane {
        Text.requireKeyLike("lane key", key, Text.KEY_LENGTH_MAX);
        Objects.requireNonNull(onPoison, "onPoison");
    }
}
