package dev.oncemore.http.serve;

import dev.oncemore.http.RetryHeaders;
import dev.oncemore.internal.Text;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code Idempotency-Key}. The rule: a single header line with one quoted string of 1 to 255 printable ASCII
 * characters, and nothing else. A second line, parameters or other characters make it malformed. A bare key is a string
 * without quotes, for the dialects that allow it; it has no space, comma, semicolon, quote or backslash. Stripe's keys
 * are the line as it is: quotes belong to the key.
 */
final class KeyHeader {
    static final String NAME = RetryHeaders.IDEMPOTENCY_KEY;

    private KeyHeader() {}

    /**
     * The result of reading the header.
     *
     * @param key the key; null if there is none or it is malformed
     * @param problem why it is malformed; null if there is no such header
     */
    record Found(@Nullable String key, @Nullable String problem) {
        private static Found malformed(String problem) {
            return new Found(null, problem);
        }
    }

    static Found read(List<String> lines, KeySyntax syntax) {
        if (lines.isEmpty()) {
            return new Found(null, null);
        }
        if (lines.size() > 1) {
            return Found.malformed("there are " + lines.size() + " Idempotency-Key headers; send one");
        }
        String value = lines.get(0).strip();
        Found found = switch (syntax) {
            case STRIPE -> whole(value);
            case LENIENT -> value.startsWith("\"") ? quoted(value) : bare(value);
            case IETF -> value.startsWith("\"") ? quoted(value) : unquoted();
        };
        if (found.key == null) {
            return found;
        }
        int length = found.key.length();
        return length >= 1 && length <= Text.KEY_LENGTH_MAX
                ? found
                : Found.malformed("the key must have 1 to " + Text.KEY_LENGTH_MAX + " characters, but has " + length);
    }

    private static Found quoted(String value) {
        StringBuilder key = new StringBuilder();
        int i = 1;
        while (i < value.length() && value.charAt(i) != '"') {
            char c = value.charAt(i);
            if (c < ' ' || c > '~') {
                return Found.malformed("character " + (i + 1) + " of the header is not printable ASCII");
            }
            if (c == '\\') {
                i++;
                c = i < value.length() ? value.charAt(i) : 0;
                if (c != '"' && c != '\\') {
                    return Found.malformed("a backslash must precede a quote or another backslash");
                }
            }
            key.append(c);
            i++;
        }
        if (i >= value.length()) {
            return Found.malformed("the closing quote is missing");
        }
        return i == value.length() - 1
                ? new Found(key.toString(), null)
                : Found.malformed("unexpected text after the key; send a single key without parameters");
    }

    private static Found unquoted() {
        return Found.malformed("the key must be a string in quotes, such as Idempotency-Key: \"8e03978e-40d5\"");
    }

    private static Found bare(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c <= ' ' || c > '~' || ",;\"\\".indexOf(c) >= 0) {
                return Found.malformed(
                        "character " + (i + 1) + " of the header is not allowed in a key without quotes");
            }
        }
        return new Found(value, null);
    }

    private static Found whole(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < ' ' || value.charAt(i) > '~') {
                return Found.malformed("character " + (i + 1) + " of the header is not printable ASCII");
            }
        }
        return new Found(value, null);
    }
}
