package dev.oncemore.once.fingerprint;

/**
 * A document without a fingerprint, because it is not JSON or is ambiguous. The exception names the violated rule and
 * its position, and shows at most one character of the document, which may be confidential.
 */
public final class MalformedJsonException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final Rule rule;
    private final int offset;
    private final int line;
    private final int column;

    /** The rule that a document violates. */
    public enum Rule {
        /** The document is larger than the fingerprinter's limit. */
        TOO_LARGE("the document is over the size limit"),
        /** Arrays and objects nest too deep. */
        TOO_DEEP("arrays and objects must not nest deeper than " + CanonicalJson.DEPTH_MAX),
        /** A number has too many characters. */
        NUMBER_TOO_LONG("a number must not be longer than " + CanonicalJson.NUMBER_MAX_CHARS + " characters"),
        /** A number's exponent is so large that computing with it would be a burden. */
        EXPONENT_TOO_LARGE("a number's exponent must be within ±" + CanonicalJson.EXPONENT_MAX),
        /** An object has a duplicate name, perhaps in two spellings: parsers differ in which of them they take. */
        DUPLICATE_NAME("an object must not have a name twice"),
        /** An unpaired surrogate, as an escape or in the encoding: it is not a character. */
        LONE_SURROGATE("half a surrogate pair is not a character"),
        /** A byte order mark before the document. */
        BYTE_ORDER_MARK("a document must not start with a byte order mark"),
        /** Bytes that are not UTF-8. */
        INVALID_UTF8("the bytes are not UTF-8"),
        /** An unescaped control character in a string. */
        CONTROL_CHARACTER("control characters in strings must be escaped"),
        /** An invalid escape in a string. */
        INVALID_ESCAPE("there is no such escape"),
        /** A number with a leading zero, without digits, or with an invalid sign. */
        INVALID_NUMBER("the number is not valid JSON"),
        /** An unexpected character. */
        UNEXPECTED_CHARACTER("expected a JSON value, a name or one of , : ] }"),
        /** The document is incomplete. */
        UNEXPECTED_END("the document ends too early"),
        /** Characters follow the end of the document. */
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

    /** Refuses a document at one of its bytes, or at its end. */
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

    /** Printable ASCII literally and everything else as a number, so that a log line stays a line. */
    private static String found(byte found) {
        return found > ' ' && found < 0x7f
                ? ", found " + (char) found
                : ", found byte 0x" + Integer.toHexString(Byte.toUnsignedInt(found));
    }

    /** The violated rule. */
    public Rule rule() {
        return rule;
    }

    /** The number of bytes before the position, in UTF-8. */
    public int offset() {
        return offset;
    }

    /** The line of the position, from 1. */
    public int line() {
        return line;
    }

    /** The column of the position, in characters from 1. */
    public int column() {
        return column;
    }
}
