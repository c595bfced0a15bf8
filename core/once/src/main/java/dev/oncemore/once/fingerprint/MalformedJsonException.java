package dev.oncemore.once.fingerprint;

/**
 * A document that has no fingerprint, because it is not JSON or because JSON leaves open what it means. It says which rule
 * was broken and where, and shows at most one character of the document, which may be confidential.
 */
public final class MalformedJsonException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final Rule rule;
    private final int offset;
    private final int line;
    private final int column;

    /** The rule that a document broke. */
    public enum Rule {
        /** The document is larger than the fingerprinter's limit. */
        TOO_LARGE("the document is over the size limit"),
        /** Arrays and objects nest too deep. */
        TOO_DEEP("arrays and objects must not nest deeper than " + CanonicalJson.DEPTH_MAX),
        /** A number is written with too many characters. */
        NUMBER_TOO_LONG("a number must not be longer than " + CanonicalJson.NUMBER_MAX_CHARS + " characters"),
        /** A number is beyond all use, and would be a burden to whoever computes with it. */
        EXPONENT_TOO_LARGE("a number's exponent must be within ±" + CanonicalJson.EXPONENT_MAX),
        /** An object has one name twice, perhaps in two spellings: parsers differ in which of them they take. */
        DUPLICATE_NAME("an object must not have a name twice"),
        /** Half a surrogate pair, as an escape or in the encoding: it is no character. */
        LONE_SURROGATE("half a surrogate pair is not a character"),
        /** A byte order mark before the document. */
        BYTE_ORDER_MARK("a document must not start with a byte order mark"),
        /** Bytes that are not UTF-8. */
        INVALID_UTF8("the bytes are not UTF-8"),
        /** A control character in a string that is not written as an escape. */
        CONTROL_CHARACTER("control characters in strings must be escaped"),
        /** An escape in a string that JSON does not have. */
        INVALID_ESCAPE("there is no such escape"),
        /** A number with a leading zero, without digits, or with a sign that JSON does not have. */
        INVALID_NUMBER("this is not how JSON writes numbers"),
        /** Something other than what must stand here. */
        UNEXPECTED_CHARACTER("there is something else where JSON has a value, a name or one of , : ] }"),
        /** The document ends in the middle. */
        UNEXPECTED_END("the document ends too early"),
        /** The document goes on after its end. */
        TRAILING_CHARACTERS("something follows the document");

        private final String text;

        Rule(String text) {
            this.text = text;
        }
    }

    private MalformedJsonException(Rule rule, String detail, int offset, int line, int column) {
        super("JSON refused at line " + line + ", column " + column + " (byte " + offset + "): " + rule.text + detail);
        this.rule = rule;
        this.offset = offset;
        this.line = line;
        this.column = column;
    }

    /** The refusal of a document at one of its bytes, or at its end. */
    static MalformedJsonException at(Rule rule, byte[] document, int offset) {
        boolean showsFound = rule == Rule.UNEXPECTED_CHARACTER || rule == Rule.TRAILING_CHARACTERS;
        return at(rule, showsFound ? found(document[offset]) : "", document, offset);
    }

    static MalformedJsonException tooLarge(int size, String unit, int sizeMaxBytes) {
        return new MalformedJsonException(
                Rule.TOO_LARGE, " of " + sizeMaxBytes + " bytes, it has " + size + " " + unit, 0, 1, 1);
    }

    private static MalformedJsonException at(Rule rule, String detail, byte[] document, int offset) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < offset; i++) {
            if (document[i] == '\n') {
                line++;
                column = 1;
            } else if (Utf8.startsCharacter(document[i])) {
                column++;
            }
        }
        return new MalformedJsonException(rule, detail, offset, line, column);
    }

    /** Printable ASCII as it is and everything else as a number, so that a log line stays a line. */
    private static String found(byte found) {
        return found > ' ' && found < 0x7f
                ? ", found " + (char) found
                : ", found byte 0x" + Integer.toHexString(Byte.toUnsignedInt(found));
    }

    /** The rule that was broken. */
    public Rule rule() {
        return rule;
    }

    /** How many bytes stand before the place, in UTF-8. */
    public int offset() {
        return offset;
    }

    /** The line of the place, counted from 1. */
    public int line() {
        return line;
    }

    /** The place in its line, counted in characters from 1. */
    public int column() {
        return column;
    }
}
