package dev.oncemore.http.serve;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The entity tags of a conditional request, as RFC 9110 writes them: {@code *}, or a list in which each is quoted and may
 * contain commas.
 *
 * @param any whether it is {@code *}
 * @param tags the tags as written, with quotes and {@code W/}
 */
record EntityTags(boolean any, List<String> tags) {
    private static final String WEAK = "W/";

    /** Returns null for a malformed header. Empty elements of a list are allowed. */
    static @Nullable EntityTags parse(List<String> lines) {
        String text = String.join(",", lines).strip();
        if (text.equals("*")) {
            return new EntityTags(true, List.of());
        }
        List<String> tags = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == ',' || c == ' ' || c == '\t') {
                at++;
                continue;
            }
            int end = endOfTag(text, at);
            if (end < 0 || !isSeparated(text, end)) {
                return null;
            }
            tags.add(text.substring(at, end));
            at = end;
        }
        return tags.isEmpty() ? null : new EntityTags(false, List.copyOf(tags));
    }

    /** Refuses a text that is no entity tag. */
    static void require(String tag) {
        if (endOfTag(tag, 0) != tag.length()) {
            throw new IllegalArgumentException(
                    "an entity tag has quotes and no blanks, such as \"7\" or W/\"7\", but is " + tag);
        }
    }

    boolean matchesStrongly(String tag) {
        return any || (!tag.startsWith(WEAK) && tags.contains(tag));
    }

    /** Returns the position after the tag that begins here; -1 if there is none. */
    private static int endOfTag(String text, int start) {
        int open = text.startsWith(WEAK, start) ? start + WEAK.length() : start;
        if (open >= text.length() || text.charAt(open) != '"') {
            return -1;
        }
        for (int i = open + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                return i + 1;
            }
            if (c <= ' ' || c == 0x7f) {
                return -1;
            }
        }
        return -1;
    }

    private static boolean isSeparated(String text, int end) {
        int at = end;
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        return at == text.length() || text.charAt(at) == ',';
    }
}
