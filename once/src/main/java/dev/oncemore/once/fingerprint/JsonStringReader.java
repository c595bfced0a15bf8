package dev.oncemore.once.fingerprint;

import dev.oncemore.once.fingerprint.MalformedJsonException.Rule;
import java.util.HexFormat;

/** Reads strings: passes over what is plain by eight bytes at a time, checks UTF-8, and spells escapes in one way. */
final class JsonStringReader {
    /** Multiplied by a byte, this is that byte eight times. */
    private static final long EACH = 0x0101010101010101L;

    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long SPACES = EACH * ' ';
    private static final long QUOTES = EACH * '"';
    private static final long BACKSLASHES = EACH * '\\';

    /** A backslash, a letter, and four digits. */
    private static final int UNICODE_ESCAPE_BYTES = 6;

    private final Transcript transcript;
    private final byte[] in;

    JsonStringReader(Transcript transcript) {
        this.transcript = transcript;
        this.in = transcript.in;
    }

    /** Reads the string whose first quote is at a place, and returns the place behind it. */
    int read(int start) {
        int p = plainEnd(start + 1);
        while (in[p] != '"') {
            p = plainEnd(special(p));
        }
        return p + 1;
    }

    /** The place of the next quote, backslash, control character, or character that is not ASCII. */
    private int plainEnd(int start) {
        int p = start;
        for (; p <= in.length - Long.BYTES; p += Long.BYTES) {
            long special = specialIn((long) Transcript.EIGHT_BYTES.get(in, p));
            if (special != 0) {
                return p + (Long.numberOfTrailingZeros(special) >>> 3);
            }
        }
        while (p < in.length && in[p] >= ' ' && in[p] != '"' && in[p] != '\\') {
            p++;
        }
        if (p == in.length) {
            throw transcript.refusal(Rule.UNEXPECTED_END, p);
        }
        return p;
    }

    /**
     * The high bit of the first special byte is the lowest bit that is set; those above it mean nothing. Each subtraction
     * sets the high bit of a byte that was too small, and borrows from the bytes above.
     */
    private static long specialIn(long eight) {
        return (eight | (eight - SPACES) | ((eight ^ QUOTES) - EACH) | ((eight ^ BACKSLASHES) - EACH)) & HIGH_BITS;
    }

    private int special(int start) {
        if (in[start] == '\\') {
            return escape(start);
        }
        if (in[start] < 0) {
            return beyondAscii(start);
        }
        throw transcript.refusal(Rule.CONTROL_CHARACTER, start);
    }

    /** All of them in a row, since they seldom come alone. */
    private int beyondAscii(int start) {
        int p = start;
        while (p < in.length && in[p] < 0) {
            int length = Utf8.lengthAt(in, p);
            if (length == 0) {
                throw transcript.refusal(Utf8.isSurrogateAt(in, p) ? Rule.LONE_SURROGATE : Rule.INVALID_UTF8, p);
            }
            p += length;
        }
        return p;
    }

    private int escape(int start) {
        if (start + 1 == in.length) {
            throw transcript.refusal(Rule.UNEXPECTED_END, in.length);
        }
        byte letter = in[start + 1];
        if (letter == 'u') {
            return unicodeEscape(start);
        }
        if (letter == '/') {
            transcript.omit(start, start + 1);
        } else if (!Escapes.isShort(letter)) {
            throw transcript.refusal(Rule.INVALID_ESCAPE, start);
        }
        return start + 2;
    }

    private int unicodeEscape(int start) {
        int unit = hexDigits(start);
        int end = start + UNICODE_ESCAPE_BYTES;
        int codePoint = unit;
        if (Character.isSurrogate((char) unit)) {
            boolean followed = Character.isHighSurrogate((char) unit)
                    && transcript.byteAt(end) == '\\'
                    && transcript.byteAt(end + 1) == 'u';
            int second = followed ? hexDigits(end) : 0;
            if (!Character.isLowSurrogate((char) second)) {
                throw transcript.refusal(Rule.LONE_SURROGATE, start);
            }
            codePoint = Character.toCodePoint((char) unit, (char) second);
            end += UNICODE_ESCAPE_BYTES;
        }
        byte[] out = transcript.writableAt(start);
        transcript.continueAt(end, Escapes.put(codePoint, out, start + transcript.shift()));
        return end;
    }

    /** What the four digits say of the escape that starts at a place. */
    private int hexDigits(int start) {
        int value = 0;
        for (int p = start + 2; p < start + UNICODE_ESCAPE_BYTES; p++) {
            byte digit = transcript.byteAt(p);
            if (!HexFormat.isHexDigit(digit)) {
                throw p < in.length
                        ? transcript.refusal(Rule.INVALID_ESCAPE, start)
                        : transcript.refusal(Rule.UNEXPECTED_END, p);
            }
            value = (value << 4) | HexFormat.fromHexDigit(digit);
        }
        return value;
    }
}
