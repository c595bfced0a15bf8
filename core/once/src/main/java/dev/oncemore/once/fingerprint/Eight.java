package dev.oncemore.once.fingerprint;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Scans eight bytes at a time, which is several times faster than one by one. Arrays must have {@link #SLACK_BYTES}
 * zero bytes after their content, where searches end.
 *
 * <p>A search computes a number whose lowest set bit belongs to the first matching byte. It is that byte's high bit:
 * already set in non-ASCII bytes, set by a subtraction in bytes that are too small, by an addition in bytes that are
 * too large. The bits above are meaningless, because these operations borrow and carry.
 */
final class Eight {
    static final int SLACK_BYTES = 2 * Long.BYTES;

    private static final VarHandle BYTES = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Multiplied by a byte, this repeats that byte eight times. */
    private static final long EACH = 0x0101010101010101L;

    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long BLANKS = EACH * ' ';
    private static final long QUOTES = EACH * '"';
    private static final long BACKSLASHES = EACH * '\\';
    private static final long ZEROS = EACH * '0';

    /** Lifts a byte of 10 and more into the high bit. */
    private static final long OVER_NINE = EACH * (0x80 - 10);

    private static final int SHORT_BYTES = 64;

    private Eight() {}

    /** The index of the first quote, backslash, control character or non-ASCII byte. */
    static int plainEnd(byte[] bytes, int from) {
        int p = from;
        while (true) {
            long eight = (long) BYTES.get(bytes, p);
            long special =
                    (eight | (eight - BLANKS) | ((eight ^ QUOTES) - EACH) | ((eight ^ BACKSLASHES) - EACH)) & HIGH_BITS;
            if (special != 0) {
                return p + (Long.numberOfTrailingZeros(special) >>> 3);
            }
            p += Long.BYTES;
        }
    }

    /** The index of the first byte that is not a digit. */
    static int digitsEnd(byte[] bytes, int from) {
        int p = from;
        while (true) {
            long values = (long) BYTES.get(bytes, p) ^ ZEROS;
            long others = (values | (values + OVER_NINE)) & HIGH_BITS;
            if (others != 0) {
                return p + (Long.numberOfTrailingZeros(others) >>> 3);
            }
            p += Long.BYTES;
        }
    }

    /** The index of the first byte that is not a blank. */
    static int blanksEnd(byte[] bytes, int from) {
        int p = from;
        while (true) {
            long others = (long) BYTES.get(bytes, p) ^ BLANKS;
            if (others != 0) {
                return p + (Long.numberOfTrailingZeros(others) >>> 3);
            }
            p += Long.BYTES;
        }
    }

    /** Eight bytes as a big-endian number. */
    static long bigEndian(byte[] bytes, int from) {
        return Long.reverseBytes((long) BYTES.get(bytes, from));
    }

    /** Copies a piece, usually so short that a call of {@code arraycopy} would take longer. */
    static void copy(byte[] from, int fromPlace, byte[] to, int toPlace, int length) {
        if (length > SHORT_BYTES) {
            System.arraycopy(from, fromPlace, to, toPlace, length);
            return;
        }
        for (int i = 0; i < length; i += Long.BYTES) {
            BYTES.set(to, toPlace + i, (long) BYTES.get(from, fromPlace + i));
        }
    }
}
