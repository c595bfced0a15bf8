package dev.oncemore.once.fingerprint;

/**
 * A JSON document in canonical spelling. It is JSON again, in UTF-8:
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
 * <p>It differs from RFC 8785 in the numbers, which that RFC converts to {@code double}, so that 9007199254740993
 * becomes 9007199254740992 and 1e400 is impossible, and in the order of some names, which follows UTF-16 there.
 *
 * <p>The time is linear in the size of the document, except for sorting unordered names. The memory is two or three
 * times the document, and at most about eight times, if it consists of tiny members or objects.
 */
final class CanonicalJson {
    static final int DEPTH_MAX = 128;
    static final int NUMBER_MAX_CHARS = 1_000;

    /** Limits the exponent of the canonical number, so that the limit does not depend on the spelling. */
    static final int EXPONENT_MAX = 999_999;

    private final byte[] bytes;
    private final int length;

    private CanonicalJson(byte[] bytes, int length) {
        this.bytes = bytes;
        this.length = length;
    }

    /** Reads a document, or throws if it is malformed. */
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

    /** The document's bytes, followed by unused ones. */
    byte[] bytes() {
        return bytes;
    }

    /** The length of the document within the bytes. */
    int length() {
        return length;
    }

    /** The index after the value that starts at this index. */
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

    /** The index after the canonical string whose opening quote is at this index. */
    static int stringEnd(byte[] bytes, int start) {
        int at = start + 1;
        while (bytes[at] != '"') {
            at += bytes[at] == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    /** The index after a number or literal, which ends at a comma, a bracket or the end of the document. */
    private int wordEnd(int start) {
        int at = start;
        while (at < length && bytes[at] != ',' && bytes[at] != ']' && bytes[at] != '}') {
            at++;
        }
        return at;
    }
}
