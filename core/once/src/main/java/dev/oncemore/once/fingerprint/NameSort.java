package dev.oncemore.once.fingerprint;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sorts names by their first eight bytes as a number, and by the rest only if these are equal. A merge sort: stable, so
 * that of two equal names the later one is reported as the duplicate, and never quadratic, whatever order an attacker
 * chooses. Unlike the JDK's sort with a comparator, it needs no boxing.
 *
 * <p>Consecutive objects often have the same names in the same order, so the last order of each size is tried first.
 */
final class NameSort {
    /** The order is cached for objects with fewer members than this. */
    private static final int REMEMBERED = 32;

    /** Up to this size an insertion sort is faster. */
    private static final int INSERTED_MAX = 16;

    /** The mask of the eight bytes for a name of this length. */
    private static final long[] KEPT = new long[Long.BYTES + 1];

    static {
        for (int length = 1; length <= Long.BYTES; length++) {
            KEPT[length] = -1L << (Long.SIZE - Byte.SIZE * length);
        }
    }

    /** Compares two names whose prefixes are equal, by their indexes. */
    @FunctionalInterface
    interface Ties {
        int compare(int one, int other);
    }

    private final Ties ties;
    private final int[] @Nullable [] remembered = new int[REMEMBERED][];

    /** The index of the first name being sorted; the indexes below are relative to it. */
    private int first;

    private long[] prefixes = {};
    private int[] indexes = {};
    private long[] leftPrefixes = {};
    private int[] leftIndexes = {};

    NameSort(Ties ties) {
        this.ties = ties;
    }

    /** The first eight bytes of a name, padded with zeros, which sort before any byte of a name. */
    static long prefix(byte[] bytes, int from, int to) {
        long kept = KEPT[Math.min(to - from, Long.BYTES)];
        // Bytes are unsigned and numbers are not: bytes with the high bit must sort last.
        return (Eight.bigEndian(bytes, from) & kept) ^ Long.MIN_VALUE;
    }

    /**
     * The cached order of this many names, relative to the first; null if it does not apply or prefixes are not enough.
     */
    int @Nullable [] rememberedOrder(long[] names, int from, int count) {
        int[] order = count < REMEMBERED ? remembered[count] : null;
        for (int i = 1; order != null && i < count; i++) {
            if (names[from + order[i - 1]] >= names[from + order[i]]) {
                order = null;
            }
        }
        return order;
    }

    /** The order of this many names, relative to the first; stable for equal ones. */
    int[] order(long[] names, int from, int count) {
        if (indexes.length < count) {
            prefixes = new long[count];
            indexes = new int[count];
            leftPrefixes = new long[count];
            leftIndexes = new int[count];
        }
        first = from;
        for (int i = 0; i < count; i += INSERTED_MAX) {
            insert(names, i, Math.min(i + INSERTED_MAX, count));
        }
        for (int width = INSERTED_MAX; width < count; width *= 2) {
            for (int i = 0; i + width < count; i += 2 * width) {
                merge(i, i + width, Math.min(i + 2 * width, count));
            }
        }
        int[] order = Arrays.copyOf(indexes, count);
        if (count < REMEMBERED) {
            remembered[count] = order;
        }
        return order;
    }

    private void insert(long[] names, int from, int to) {
        for (int i = from; i < to; i++) {
            long prefix = names[first + i];
            int at = i;
            while (at > from && isAfter(prefixes[at - 1], indexes[at - 1], prefix, i)) {
                prefixes[at] = prefixes[at - 1];
                indexes[at] = indexes[at - 1];
                at--;
            }
            prefixes[at] = prefix;
            indexes[at] = i;
        }
    }

    private boolean isAfter(long prefix, int index, long otherPrefix, int otherIndex) {
        return prefix == otherPrefix ? ties.compare(first + index, first + otherIndex) > 0 : prefix > otherPrefix;
    }

    private void merge(int from, int middle, int to) {
        System.arraycopy(prefixes, from, leftPrefixes, from, middle - from);
        System.arraycopy(indexes, from, leftIndexes, from, middle - from);
        int left = from;
        int right = middle;
        int at = from;
        while (left < middle && right < to) {
            long leftPrefix = leftPrefixes[left];
            long rightPrefix = prefixes[right];
            int leftIndex = leftIndexes[left];
            int rightIndex = indexes[right];
            // No branches except for ties: they would be mispredicted half of the time.
            boolean takeRight = leftPrefix > rightPrefix;
            if (leftPrefix == rightPrefix) {
                takeRight = ties.compare(first + leftIndex, first + rightIndex) > 0;
            }
            prefixes[at] = takeRight ? rightPrefix : leftPrefix;
            indexes[at] = takeRight ? rightIndex : leftIndex;
            int taken = takeRight ? 1 : 0;
            right += taken;
            left += 1 - taken;
            at++;
        }
        System.arraycopy(leftPrefixes, left, prefixes, at, middle - left);
        System.arraycopy(leftIndexes, left, indexes, at, middle - left);
    }
}
