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
 *   <li>numbers as exact decimals: without exponent, or as digits that neither begin nor end with a zero and an exponent of
 *       ten, whichever is shorter, and without exponent if both are equal. Thus {@code 1.50} is {@code 1.5}, {@code 100} is
 *       itself, {@code 5000} is {@code 5e3}, {@code 0.0012} is {@code 12e-4}. Zero is {@code 0}, with whatever sign and
 *       exponent it was written.
 * </ul>
 *
 * <p>It differs from RFC 8785 in the numbers, which there go through a {@code double}, so that 9007199254740993 becomes
 * 9007199254740992 and 1e400 is impossible, and in the order of some names, which there is that of UTF-16.
 *
 * <p>The work is linear in the size of the document, but for sorting the names of objects that are not sorted. The memory is
 * two or three times the document, and at worst, when it has nothing but tiny members or tiny objects, about eight times.
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
