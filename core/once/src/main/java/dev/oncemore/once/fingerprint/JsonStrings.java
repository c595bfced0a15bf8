package dev.oncemore.once.fingerprint;

import dev.oncemore.once.fingerprint.MalformedJsonException.Rule;
import java.util.HexFormat;

/** Reads strings: skips plain characters, checks UTF-8, and normalizes escapes. */
final class JsonStrings {
    /** A backslash, a letter, and four digits. */
    private static final int UNICODE_ESCAPE_BYTES = 6;

    private JsonStrings() {}

    /** Reads the string whose opening quote is at an index, and returns the index after it. */
    static int read(Transcript transcript, int start) {
        byte[] in = transcript.in;
        int p = Eight.plainEnd(in, start + 1);
        while (in[p] != '"') {
            p = Eight.plainEnd(in, special(transcript, p));
        }
        return p + 1;
    }

    private static int special(Transcript transcript, int start) {
        byte[] in = transcript.in;
        if (in[start] == '\\') {
            return escape(transcript, start);
        }
        if (in[start] < 0) {
            return beyondAscii(transcript, start);
        }
        throw transcript.unexpected(Rule.CONTROL_CHARACTER, start);
    }

    /** Reads a run of non-ASCII characters, which seldom occur alone. */
    private static int beyondAscii(Transcript transcript, int start) {
        byte[] in = transcript.in;
        int p = start;
        while (in[p] < 0) {
            int length = Utf8.lengthAt(in, p);
            if (length == 0) {
                throw transcript.refusal(Utf8.isSurrogateAt(in, p) ? Rule.LONE_SURROGATE : Rule.INVALID_UTF8, p);
            }
            p += length;
        }
        return p;
    }

    private static int escape(Transcript transcript, int start) {
        byte[] in = transcript.in;
        byte letter = in[start + 1];
        if (letter == 'u') {
            return unicodeEscape(transcript, start);
        }
        if (letter == '/') {
            transcript.omit(start, start + 1);
        } else if (!Escapes.isShort(letter)) {
            throw start + 1 < transcript.inLength
                    ? transcript.refusal(Rule.INVALID_ESCAPE, start)
                    : transcript.refusal(Rule.UNEXPECTED_END, start + 1);
        }
        return start + 2;
    }

    private static int unicodeEscape(Transcript transcript, int start) {
        byte[] in = transcript.in;
        int unit = hexDigits(transcript, start);
        int end = start + UNICODE_ESCAPE_BYTES;
        int codePoint = unit;
        if (Character.isSurrogate((char) unit)) {
            boolean followed = Character.isHighSurrogate((char) unit) && in[end] == '\\' && in[end + 1] == 'u';
            int second = followed ? hexDigits(transcript, end) : 0;
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

    /** The value of the four digits of the escape at an index. */
    private static int hexDigits(Transcript transcript, int start) {
        byte[] in = transcript.in;
        int value = 0;
        for (int p = start + 2; p < start + UNICODE_ESCAPE_BYTES; p++) {
            if (!HexFormat.isHexDigit(in[p])) {
                throw p < transcript.inLength
                        ? transcript.refusal(Rule.INVALID_ESCAPE, start)
                        : transcript.refusal(Rule.UNEXPECTED_END, p);
            }
            value = (value << 4) | HexFormat.fromHexDigit(in[p]);
        }
        return value;
    }
}
