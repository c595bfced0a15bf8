package dev.oncemore.once.fingerprint;

import dev.oncemore.once.fingerprint.MalformedJsonException.Rule;

/**
 * Reads the structure of a document and leaves strings and numbers to their readers. Each method takes the index where
 * something starts, and returns the index after it. It loops over a stack of open brackets instead of recursing.
 */
final class JsonReader {
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    private final Transcript transcript;
    private final Members members;
    private final byte[] in;

    /** The closing brackets of what is open, the innermost last, from 1 on. */
    private final byte[] closing = new byte[CanonicalJson.DEPTH_MAX + 1];

    private int depth;

    JsonReader(Transcript transcript, Reordering reordering) {
        this.transcript = transcript;
        this.members = new Members(transcript, reordering);
        this.in = transcript.in;
    }

    /** Reads the document to its end. */
    void read() {
        if (in[0] == (byte) 0xef && in[1] == (byte) 0xbb && in[2] == (byte) 0xbf) {
            throw transcript.refusal(Rule.BYTE_ORDER_MARK, 0);
        }
        int p = space(0);
        do {
            byte first = in[p];
            if (first == '{' || first == '[') {
                p = open(p, first == '{' ? (byte) '}' : (byte) ']');
            } else {
                p = follow(scalar(p, first));
            }
        } while (depth > 0);
        if (p < transcript.inLength) {
            throw transcript.refusal(Rule.TRAILING_CHARACTERS, p);
        }
    }

    private int scalar(int start, byte first) {
        return switch (first) {
            case '"' -> JsonStrings.read(transcript, start);
            case 't' -> literal(TRUE, start);
            case 'f' -> literal(FALSE, start);
            case 'n' -> literal(NULL, start);
            default -> JsonNumbers.read(transcript, start);
        };
    }

    private int literal(byte[] literal, int start) {
        int p = start;
        for (byte expected : literal) {
            if (in[p] != expected) {
                throw transcript.unexpected(Rule.UNEXPECTED_CHARACTER, p);
            }
            p++;
        }
        return p;
    }

    /** Enters an array or object, up to its first value, or past its end if it is empty. */
    private int open(int start, byte bracket) {
        if (depth == CanonicalJson.DEPTH_MAX) {
            throw transcript.refusal(Rule.TOO_DEEP, start);
        }
        int textStart = start + transcript.shift();
        int p = space(start + 1);
        if (in[p] == bracket) {
            return follow(p + 1);
        }
        closing[++depth] = bracket;
        if (bracket == ']') {
            return p;
        }
        members.open(textStart);
        return name(p);
    }

    /** Reads what follows a value: closing brackets and then a comma, up to the next value. */
    private int follow(int start) {
        int p = space(start);
        while (depth > 0) {
            byte found = in[p];
            byte bracket = closing[depth];
            if (found == ',') {
                p = space(p + 1);
                return bracket == '}' ? name(p) : p;
            }
            if (found != bracket) {
                throw transcript.unexpected(Rule.UNEXPECTED_CHARACTER, p);
            }
            if (bracket == '}') {
                members.close(p);
            }
            depth--;
            p = space(p + 1);
        }
        return p;
    }

    /** Reads a name and its colon, up to the value. */
    private int name(int start) {
        if (in[start] != '"') {
            throw transcript.unexpected(Rule.UNEXPECTED_CHARACTER, start);
        }
        int written = start + transcript.shift();
        int end = JsonStrings.read(transcript, start);
        members.add(start, end, written);
        int p = space(end);
        if (in[p] != ':') {
            throw transcript.unexpected(Rule.UNEXPECTED_CHARACTER, p);
        }
        return space(p + 1);
    }

    /** Skips and omits white space, if any. */
    private int space(int start) {
        return in[start] > ' ' ? start : omitSpace(start);
    }

    private int omitSpace(int start) {
        int p = start;
        while (isSpace(in[p])) {
            p = Eight.blanksEnd(in, p + 1);
        }
        if (p > start) {
            transcript.omit(start, p);
        }
        return p;
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }
}
