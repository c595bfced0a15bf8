package dev.oncemore.once.fingerprint;

import dev.oncemore.once.fingerprint.MalformedJsonException.Rule;

/** Reads numbers. Most are written in the canonical way, which it sees at a glance; others go to the {@link Decimal}. */
final class JsonNumberReader {
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long ZEROS = 0x3030303030303030L;

    /** Added to a byte, it lifts 10 and more into the high bit. */
    private static final long OVER_NINE = 0x7676767676767676L;

    private final Transcript transcript;
    private final byte[] in;

    JsonNumberReader(Transcript transcript) {
        this.transcript = transcript;
        this.in = transcript.in;
    }

    /** Reads the number that is at a place, unless it is something else altogether, and returns the place behind it. */
    int read(int start) {
        int integer = transcript.byteAt(start) == '-' ? start + 1 : start;
        if (!isDigit(transcript.byteAt(integer))) {
            throw transcript.unexpected(integer > start ? Rule.INVALID_NUMBER : Rule.UNEXPECTED_CHARACTER, integer);
        }
        int integerEnd = digitsEnd(integer);
        if (in[integer] == '0' && integerEnd > integer + 1) {
            throw transcript.refusal(Rule.INVALID_NUMBER, integer);
        }
        int end = integerEnd;
        if (transcript.byteAt(end) == '.') {
            end = digitsEnd(end + 1);
        }
        int fractionEnd = end;
        if (transcript.byteAt(end) == 'e' || transcript.byteAt(end) == 'E') {
            byte sign = transcript.byteAt(end + 1);
            end = digitsEnd(sign == '-' || sign == '+' ? end + 2 : end + 1);
        }
        if (end - start > CanonicalJson.NUMBER_MAX_CHARS) {
            throw transcript.refusal(Rule.NUMBER_TOO_LONG, start);
        }
        int neededEnd = withoutZeros(integerEnd, fractionEnd);
        if (end > fractionEnd || !isCanonical(integer, integerEnd, neededEnd)) {
            respell(start, new Decimal(in, integer, integerEnd, fractionEnd, end), end);
        } else if (neededEnd < end) {
            transcript.omit(neededEnd, end);
        }
        return end;
    }

    /** The place behind one digit or more. */
    private int digitsEnd(int start) {
        int p = start;
        long other = 0;
        while (other == 0 && p <= in.length - Long.BYTES) {
            other = otherThanDigitsIn((long) Transcript.EIGHT_BYTES.get(in, p));
            p += other == 0 ? Long.BYTES : Long.numberOfTrailingZeros(other) >>> 3;
        }
        while (other == 0 && p < in.length && isDigit(in[p])) {
            p++;
        }
        if (p == start) {
            throw transcript.unexpected(Rule.INVALID_NUMBER, p);
        }
        return p;
    }

    /** The high bit of the first byte that is not a digit is the lowest bit that is set; those above it mean nothing. */
    private static long otherThanDigitsIn(long eight) {
        long values = eight ^ ZEROS;
        return (values | (values + OVER_NINE)) & HIGH_BITS;
    }

    /** The place behind a number without the zeros at the end of its fraction: amounts of money often have them. */
    private int withoutZeros(int integerEnd, int fractionEnd) {
        int p = fractionEnd;
        while (p > integerEnd && in[p - 1] == '0') {
            p--;
        }
        return p == integerEnd + 1 ? integerEnd : p;
    }

    /**
     * Whether a number without exponent is surely spelled in the canonical way: it is not zero, whose sign would have to go,
     * and has no row of zeros that an exponent would make shorter.
     */
    private boolean isCanonical(int integer, int integerEnd, int end) {
        if (end > integerEnd) {
            return in[integer] != '0' || in[integerEnd + 1] != '0';
        }
        return in[end - 1] != '0' || (in[integer] != '0' && (end - integer < 4 || in[end - 3] != '0'));
    }

    private void respell(int start, Decimal decimal, int end) {
        if (Math.abs(decimal.exponent()) > CanonicalJson.EXPONENT_MAX) {
            throw transcript.refusal(Rule.EXPONENT_TOO_LARGE, start);
        }
        byte[] out = transcript.writableAt(start);
        transcript.continueAt(end, decimal.put(in[start] == '-', out, start + transcript.shift()));
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
