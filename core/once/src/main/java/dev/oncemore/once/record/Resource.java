package dev.oncemore.once.record;

import dev.oncemore.internal.Text;

/**
 * What an effect created, so that "has this been done?" can be answered with a link.
 *
 * @param type what it is: {@code invoice}
 * @param id its id on the other side
 */
public record Resource(String type, String id) {

    /** A resource; each part has 1 to 255 characters of any script, and no control characters. */
    public Resource {
        Text.requireName("resource type", type);
        Text.requireName("resource id", id);
    }
}
