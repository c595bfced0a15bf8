package dev.oncemore.once.record;

import dev.oncemore.internal.Text;

/**
 * The resource that an effect created, to link to it.
 *
 * @param type its type: {@code invoice}
 * @param id its id in the other system
 */
public record Resource(String type, String id) {

    /** Checks that each part has 1 to 255 characters of any script, and no control characters. */
    public Resource {
        Text.requireName("resource type", type);
        Text.requireName("resource id", id);
    }
}
