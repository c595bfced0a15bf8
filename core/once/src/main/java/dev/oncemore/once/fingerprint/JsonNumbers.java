package dev.oncemore.once.fingerprint;

import dev.oncemore.once.fingerprint.MalformedJsonException.Rule;

/** Reads numbers. Most already have the canonical spelling and are recognised quickly; others go to {@link Decimal}. */
final class JsonNumbers {
    private JsonNumbers() {}

    /** Reads the number at an index, if it is one, and returns the index after it. */
    static int read(Transcript transcript, int start) {
        byte[] in = transcript.in;
        int integer = in[start] == '-' ? start + 1 : start;
        int integerEnd = Eight.digitsEnd(in, integer);
        int end = in[integerEnd] == '.' ? Eight.digitsEnd(in, integerEnd + 1) : integerEnd;
        boolean canonical = in[integer] > '0'
                && in[integer] <= '9'
                && in[end - 1] > '0'
                && (in[end] | 0x20) != 'e'
                && end - start <= CanonicalJson.NUMBER_MAX_CHARS;
        return canonical ? end : readOther(transcript, start, integer, integerEnd);
    }

    private static int readOther(Transcript transcript, int start, int integer, int integerEnd) {
        byte[] in = transcript.in;
        if (integerEnd == integer) {
            throw transcript.unexpected(integer > start ? Rule.INVALID_NUMBER : Rule.UNEXPECTED_CHARACTER, integer);
        }
        if (in[integer] == '0' && integerEnd > integer + 1) {
            throw transcript.refusal(Rule.INVALID_NUMBER, integer);
        }
        int fractionEnd = in[integerEnd] == '.' ? requiredDigitsEnd(transcript, integerEnd + 1) : integerEnd;
        int end = fractionEnd;
        if (in[end] == 'e' || in[end] == 'E') {
            boolean signed = in[end + 1] == '-' || in[end + 1] == '+';
            end = requiredDigitsEnd(transcript, signed ? end + 2 : end + 1);
        }
        if (end - start > CanonicalJson.NUMBER_MAX_CHARS) {
            throw transcript.refusal(Rule.NUMBER_TOO_LONG, start);
        }
        int neededEnd = withoutZeros(in, integerEnd, fractionEnd);
        if (end > fractionEnd || !isCanonical(in, integer, integerEnd, neededEnd)) {
            respell(transcript, start, new Decimal(in, integer, integerEnd, fractionEnd, end), end);
        } else if (neededEnd < end) {
            transcript.omit(neededEnd, end);
        }
        return end;
    }

    private static int requiredDigitsEnd(Transcript transcript, int start) {
        byte[] in = transcript.in;
        int end = Eight.digitsEnd(in, start);
        if (end == start) {
            throw transcript.unexpected(Rule.INVALID_NUMBER, start);
        }
        return end;
    }

    /** The end of a number without the trailing zeros of its fraction, which are common in amounts of money. */
    private static int withoutZeros(byte[] in, int integerEnd, int fractionEnd) {
        int p = fractionEnd;
        while (p > integerEnd && in[p - 1] == '0') {
            p--;
        }
        return p == integerEnd + 1 ? integerEnd : p;
    }

    /**
     * Whether a number without exponent certainly has the canonical spelling: it is not zero, whose sign would be
     * dropped, and has no run of zeros that an exponent would shorten.
     */
    private static boolean isCanonical(byte[] in, int integer, int integerEnd, int end) {
        if (end > integerEnd) {
            return in[integer] != '0' || in[integerEnd + 1] != '0';
        }
        return in[end - 1] != '0' || (in[integer] != '0' && (end - integer < 4 || in[end - 3] != '0'));
    }

    private static void respell(Transcript transcript, int start, Decimal decimal, int end) {
        if (Math.abs(decimal.exponent()) > CanonicalJson.EXPONENT_MAX) {
            throw transcript.refusal(Rule.EXPONENT_TOO_LARGE, start);
        }
        byte[] out = transcript.writableAt(start);
        transcript.continueAt(end, decimal.put(transcript.in[start] == '-', out, start + transcript.shift()));
    }
}
