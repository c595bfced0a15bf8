package dev.oncemore.once.fingerprint;

/**
 * A number as its significant digits times a power of ten. Its value is never computed: the digits stay where they are
 * in the document, on both sides of the point.
 *
 * <p>The canonical spelling is the shorter of the plain one ({@code 120}, {@code 1.5}, {@code 0.05}) and the digits
 * with an exponent ({@code 12e7}, {@code 5e-3}), or the plain one if both are equally long. It is never longer than
 * another spelling: those have more zeros, or a point in place of which the exponent may need another digit.
 */
final class Decimal {
    /** The saturation value of an exponent: far over the limit, far below overflow. */
    private static final int EXPONENT_SATURATED = 100_000_000;

    private final byte[] in;
    private final int integer;
    private final int integerLength;

    /** The significant digits, by position among all digits: those of the integer, then those of the fraction. */
    private int first;

    private int last;

    private final int exponent;

    /** Creates a number from the positions of its integer, fraction and exponent; the latter two may be empty. */
    Decimal(byte[] in, int integer, int integerEnd, int fractionEnd, int end) {
        this.in = in;
        this.integer = integer;
        this.integerLength = integerEnd - integer;
        int fractionLength = Math.max(0, fractionEnd - integerEnd - 1);
        last = integerLength + fractionLength - 1;
        while (first <= last && digit(first) == '0') {
            first++;
        }
        int zerosAtEnd = 0;
        while (first <= last && digit(last) == '0') {
            last--;
            zerosAtEnd++;
        }
        exponent = isZero() ? 0 : writtenExponent(fractionEnd, end) - fractionLength + zerosAtEnd;
    }

    private byte digit(int position) {
        return in[integer + (position < integerLength ? position : position + 1)];
    }

    private int writtenExponent(int start, int end) {
        int value = 0;
        for (int p = start; p < end; p++) {
            if (in[p] >= '0' && in[p] <= '9') {
                value = Math.min(10 * value + in[p] - '0', EXPONENT_SATURATED);
            }
        }
        return start < end && in[start + 1] == '-' ? -value : value;
    }

    private boolean isZero() {
        return first > last;
    }

    int exponent() {
        return exponent;
    }

    /** Writes the canonical spelling and returns the index after it. Zero has no sign. */
    int put(boolean negative, byte[] out, int at) {
        if (isZero()) {
            out[at] = '0';
            return at + 1;
        }
        int o = at;
        if (negative) {
            out[o++] = '-';
        }
        return plainLength() <= lengthWithExponent()
                ? putPlain(out, o)
                : putExponent(out, putDigits(first, last, out, o));
    }

    private int count() {
        return last - first + 1;
    }

    private int plainLength() {
        if (exponent >= 0) {
            return count() + exponent;
        }
        return -exponent < count() ? count() + 1 : 2 - exponent;
    }

    private int lengthWithExponent() {
        int length = count() + (exponent < 0 ? 2 : 1);
        for (int rest = Math.abs(exponent); rest > 0; rest /= 10) {
            length++;
        }
        return length;
    }

    private int putPlain(byte[] out, int at) {
        if (exponent >= 0) {
            return putZeros(exponent, out, putDigits(first, last, out, at));
        }
        int o = at;
        int beforePoint = count() + exponent;
        if (beforePoint > 0) {
            o = putDigits(first, first + beforePoint - 1, out, o);
        } else {
            out[o++] = '0';
        }
        out[o++] = '.';
        o = putZeros(Math.max(0, -beforePoint), out, o);
        return putDigits(first + Math.max(0, beforePoint), last, out, o);
    }

    private int putDigits(int from, int to, byte[] out, int at) {
        int o = at;
        for (int i = from; i <= to; i++) {
            out[o++] = digit(i);
        }
        return o;
    }

    private static int putZeros(int zeros, byte[] out, int at) {
        int o = at;
        for (int i = 0; i < zeros; i++) {
            out[o++] = '0';
        }
        return o;
    }

    private int putExponent(byte[] out, int at) {
        int o = at;
        out[o++] = 'e';
        if (exponent < 0) {
            out[o++] = '-';
        }
        int rest = Math.abs(exponent);
        int unit = 1;
        while (rest / unit >= 10) {
            unit *= 10;
        }
        for (; unit > 0; unit /= 10) {
            out[o++] = (byte) ('0' + rest / unit % 10);
        }
        return o;
    }
}
