package dev.oncemore.once.fingerprint;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sorts names by their first eight bytes as a number, and only those in which these are equal by the rest. A merge sort:
 * stable, so that of two equal names the later is found to be the second, and never quadratic, whatever order an attacker
 * chose. Nothing is boxed, which the JDK's sorting with a comparator would need.
 */
final class NameSort {
    /** Up to here it is quicker to insert than to merge. */
    private static final int INSERTED_MAX = 16;

    /** Compares two names whose first eight bytes are equal. */
    @FunctionalInterface
    interface Ties {
        int compare(int one, int other);
    }

    /** Objects with the same names follow each other: so many sizes of objects have their last order remembered. */
    private static final int REMEMBERED = 32;

    private final Ties ties;
    private final int[] @Nullable [] remembered = new int[REMEMBERED][];
    private int base;
    private long[] prefixes = {};
    private int[] indexes = {};
    private long[] mergedPrefixes = {};
    private int[] mergedIndexes = {};

    NameSort(Ties ties) {
        this.ties = ties;
    }

    /**
     * The order of the names from one up to another (exclusive), as indexes from the first. The array is good until the next
     * call, and may be longer.
     */
    int[] order(long[] names, int first, int last) {
        int count = last - first;
        if (count >= REMEMBERED) {
            return newlySorted(names, first, count);
        }
        int[] order = remembered[count];
        if (order == null || !isOrder(order, names, first)) {
            order = Arrays.copyOf(newlySorted(names, first, count), count);
            remembered[count] = order;
        }
        return order;
    }

    private static boolean isOrder(int[] order, long[] names, int first) {
        for (int i = 1; i < order.length; i++) {
            if (names[first + order[i - 1]] >= names[first + order[i]]) {
                return false;
            }
        }
        return true;
    }

    private int[] newlySorted(long[] names, int first, int count) {
        if (indexes.length < count) {
            prefixes = new long[Math.max(count, 2 * indexes.length)];
            indexes = new int[prefixes.length];
        }
        base = first;
        for (int i = 0; i < count; i += INSERTED_MAX) {
            insert(names, i, Math.min(i + INSERTED_MAX, count));
        }
        for (int width = INSERTED_MAX; width < count; width *= 2) {
            for (int i = 0; i + width < count; i += 2 * width) {
                merge(i, i + width, Math.min(i + 2 * width, count));
            }
        }
        return indexes;
    }

    private void insert(long[] names, int from, int to) {
        for (int i = from; i < to; i++) {
            long prefix = names[base + i];
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

    private boolean isAfter(long prefix, int index, long otherPrefix, int other) {
        return prefix > otherPrefix || (prefix == otherPrefix && ties.compare(base + index, base + other) > 0);
    }

    private void merge(int from, int middle, int to) {
        if (mergedIndexes.length < indexes.length) {
            mergedPrefixes = new long[indexes.length];
            mergedIndexes = new int[indexes.length];
        }
        System.arraycopy(prefixes, from, mergedPrefixes, from, middle - from);
        System.arraycopy(indexes, from, mergedIndexes, from, middle - from);
        int left = from;
        int right = middle;
        int at = from;
        while (left < middle && right < to) {
            if (isAfter(mergedPrefixes[left], mergedIndexes[left], prefixes[right], indexes[right])) {
                prefixes[at] = prefixes[right];
                indexes[at++] = indexes[right++];
            } else {
                prefixes[at] = mergedPrefixes[left];
                indexes[at++] = mergedIndexes[left++];
            }
        }
        System.arraycopy(mergedPrefixes, left, prefixes, at, middle - left);
        System.arraycopy(mergedIndexes, left, indexes, at, middle - left);
    }
}
