package dev.oncemore.once.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Encodes text as UTF-8, strictly. The JDK replaces an unpaired surrogate by a question mark, which would give
 * different texts the same fingerprint.
 */
final class Utf8 {
    private Utf8() {}

    /** Encodes a text; an exception contains this name. */
    static byte[] encode(String name, String text) {
        int lone = indexOfLoneSurrogate(text);
        if (lone >= 0) {
            throw new IllegalArgumentException(name + " must not have half a surrogate pair, but has one at " + lone);
        }
        return text.getBytes(UTF_8);
    }

    /** Encodes a JSON document. */
    static byte[] encodeJson(CharSequence json) {
        int lone = indexOfLoneSurrogate(json);
        if (lone >= 0) {
            byte[] before = json.subSequence(0, lone).toString().getBytes(UTF_8);
            throw MalformedJsonException.at(MalformedJsonException.Rule.LONE_SURROGATE, before, before.length);
        }
        return json.toString().getBytes(UTF_8);
    }

    private static int indexOfLoneSurrogate(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean paired = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!paired) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }

    /** Whether a character starts at this byte. */
    static boolean startsCharacter(byte b) {
        return !isContinuation(b);
    }

    private static boolean isContinuation(byte b) {
        return (b & 0xc0) == 0x80;
    }

    /**
     * The length of the non-ASCII character at an index, or 0 if it is invalid: truncated, overlong, an unpaired
     * surrogate, or beyond U+10FFFF. The bounds are those of the Unicode standard, table 3-7. Three more bytes must be
     * readable.
     */
    static int lengthAt(byte[] bytes, int at) {
        int lead = bytes[at] & 0xff;
        int length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        if (lead < 0xc2 || lead > 0xf4) {
            return 0;
        }
        int second = bytes[at + 1] & 0xff;
        int least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
        int most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
        if (second < least || second > most) {
            return 0;
        }
        for (int i = 2; i < length; i++) {
            if (!isContinuation(bytes[at + i])) {
                return 0;
            }
        }
        return length;
    }

    /** Whether the character at an index is an unpaired surrogate in three bytes, as in CESU-8. */
    static boolean isSurrogateAt(byte[] bytes, int at) {
        return bytes[at] == (byte) 0xed && (bytes[at + 1] & 0xe0) == 0xa0;
    }

    /** Writes a non-ASCII character and returns the index after it. */
    static int put(int codePoint, byte[] out, int at) {
        int o = at;
        if (codePoint < 0x800) {
            out[o++] = (byte) (0xc0 | (codePoint >> 6));
        } else {
            if (codePoint < 0x10000) {
                out[o++] = (byte) (0xe0 | (codePoint >> 12));
            } else {
                out[o++] = (byte) (0xf0 | (codePoint >> 18));
                out[o++] = (byte) (0x80 | ((codePoint >> 12) & 0x3f));
            }
            out[o++] = (byte) (0x80 | ((codePoint >> 6) & 0x3f));
        }
        out[o++] = (byte) (0x80 | (codePoint & 0x3f));
        return o;
    }
}
