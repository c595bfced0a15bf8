package dev.oncemore.once.record;

/**
 * What an effect created, so that "has this been done?" can be answered with a link.
 *
 * @param type what it is: {@code invoice}
 * @param id its id on the other side
 */
public record Resource(String type, String id) {
    private static final int LENGTH_MAX = 255;

    /** A resource; each part has 1 to 255 characters. */
    public Resource {
        require("resource type", type);
        require("resource id", id);
    }

    private static void require(String what, String text) {
        if (text.isEmpty() || text.length() > LENGTH_MAX) {
            throw new IllegalArgumentException(
                    what + " must have 1 to " + LENGTH_MAX + " characters, but has " + text.length());
        }
    }
}
