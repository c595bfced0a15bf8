package dev.oncemore.once.fingerprint;

/** The first eight bytes of a name as a number that sorts as they do. */
final class NamePrefix {
    /** What to keep of eight bytes if a name has only so many. */
    private static final long[] KEPT = new long[Long.BYTES + 1];

    static {
        for (int length = 1; length <= Long.BYTES; length++) {
            KEPT[length] = -1L << (Long.SIZE - Byte.SIZE * length);
        }
    }

    private NamePrefix() {}

    /** A shorter name is filled up with zeros, which come before all that a name can have. */
    static long of(byte[] bytes, int from, int to) {
        int length = Math.min(to - from, Long.BYTES);
        long eight = from <= bytes.length - Long.BYTES
                ? Long.reverseBytes((long) Transcript.EIGHT_BYTES.get(bytes, from))
                : atEnd(bytes, from, length);
        // Bytes have no sign, and numbers do: the bytes with the high bit must come last.
        return (eight & KEPT[length]) ^ Long.MIN_VALUE;
    }

    private static long atEnd(byte[] bytes, int from, int length) {
        long eight = 0;
        for (int i = 0; i < length; i++) {
            eight |= (bytes[from + i] & 0xffL) << (Long.SIZE - Byte.SIZE * (i + 1));
        }
        return eight;
    }
}
