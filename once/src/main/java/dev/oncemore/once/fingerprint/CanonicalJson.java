package dev.oncemore.once.fingerprint;

/**
 * A JSON document in the one spelling that stands for all its spellings. It is JSON again, in UTF-8:
 *
 * <ul>
 *   <li>no white space outside of strings;
 *   <li>objects sorted by name, in the order of the names' bytes (unsigned) as they stand here between the quotes; that is
 *       the order of code points, but for names with escapes;
 *   <li>strings by content: only {@code "}, {@code \} and control characters are escaped, as {@code \" \\ \b \t \n \f \r}
 *       or else {@code \}{@code u00xx} in lower case. There is no Unicode normalisation: composed and decomposed é differ;
 *   <li>numbers as exact decimals: an optional minus, digits that neither begin nor end with a zero, and, unless it is 0,
 *       an exponent of ten, such as {@code 1}, {@code 15e-1} for 1.50, {@code 1e2} for 100. Zero is {@code 0}, with
 *       whatever sign and exponent it was written.
 * </ul>
 *
 * <p>It differs from RFC 8785 in the numbers, which there go through a {@code double}, so that 9007199254740993 becomes
 * 9007199254740992 and 1e400 is impossible, and in the order of names outside of the basic plane.
 *
 * <p>The work is linear in the size of the document, but for sorting what is not sorted. An object that is not sorted is
 * moved once, so that a byte moves at most as often as objects nest around it; hence the modest {@link #DEPTH_MAX}. The
 * memory is at most three times the document for its bytes, and 24 bytes for each member of the objects that are open.
 */
final class CanonicalJson {
    static final int DEPTH_MAX = 128;
    static final int NUMBER_MAX_CHARS = 1_000;

    /** Bounds the exponent of the canonical number, so that it does not depend on the spelling. */
    static final int EXPONENT_MAX = 999_999;

    private final byte[] bytes;
    private final int length;

    private CanonicalJson(byte[] bytes, int length) {
        this.bytes = bytes;
        this.length = length;
    }

    /** Reads a document, or throws what is wrong with it. */
    static CanonicalJson of(byte[] document, int sizeMaxBytes) {
        if (document.length > sizeMaxBytes) {
            throw MalformedJsonException.tooLarge(document.length, "bytes", sizeMaxBytes);
        }
        Transcript transcript = new Transcript(document);
        Reordering reordering = new Reordering();
        new JsonReader(transcript, reordering).read();
        byte[] text = transcript.textUpTo(document.length);
        int length = document.length + transcript.shift();
        return new CanonicalJson(reordering.isNeeded() ? reordering.apply(text, length) : text, length);
    }

    /** The document's bytes, and then some that mean nothing. */
    byte[] bytes() {
        return bytes;
    }

    /** How many of the bytes are the document. */
    int length() {
        return length;
    }

    /** The place behind the value that starts at a place. */
    int valueEnd(int start) {
        int at = start;
        int open = 0;
        do {
            switch (bytes[at]) {
                case '"' -> at = stringEnd(bytes, at);
                case '{', '[' -> {
                    open++;
                    at++;
                }
                case '}', ']' -> {
                    open--;
                    at++;
                }
                case ',', ':' -> at++;
                default -> at = wordEnd(at);
            }
        } while (open > 0);
        return at;
    }

    /** The place behind the string in canonical spelling whose first quote is at a place. */
    static int stringEnd(byte[] bytes, int start) {
        int at = start + 1;
        while (bytes[at] != '"') {
            at += bytes[at] == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    /** The place behind a number or literal, which a comma, a bracket or the end of the document ends. */
    private int wordEnd(int start) {
        int at = start;
        while (at < length && bytes[at] != ',' && bytes[at] != ']' && bytes[at] != '}') {
            at++;
        }
        return at;
    }
}
