package dev.oncemore.once.fingerprint;

import dev.oncemore.once.fingerprint.MalformedJsonException.Rule;
import java.util.Arrays;

/**
 * The members of all open objects, as a stack: an object's members follow those of the objects around it. When an
 * object with unordered names ends, it sorts them and informs the {@link Reordering}.
 */
final class Members {
    private static final int COUNT_FIRST = 32;

    private final Transcript transcript;
    private final Reordering reordering;
    private final NameSort sort = new NameSort(this::compareNames);

    /** The first bytes of each name, which nearly always decide. */
    private long[] prefixes = new long[COUNT_FIRST];

    /** The {@link Places} where each member starts, with its name's first quote. */
    private long[] starts = new long[COUNT_FIRST];

    private int count;

    /** The open objects, the innermost last, from 1 on: their numbers, and their first members. */
    private final int[] objects = new int[CanonicalJson.DEPTH_MAX + 1];

    private final int[] firsts = new int[CanonicalJson.DEPTH_MAX + 1];
    private final boolean[] disordered = new boolean[CanonicalJson.DEPTH_MAX + 1];
    private int level;

    /** The prefix of the previous name in the innermost object; the minimum at its beginning. */
    private long prefixBefore;

    /** How far the document was read; comparing names needs their text. */
    private int readUpTo;

    Members(Transcript transcript, Reordering reordering) {
        this.transcript = transcript;
        this.reordering = reordering;
    }

    /** Begins an object at a position in the text, within the open one. */
    void open(int start) {
        level++;
        objects[level] = reordering.open(start);
        firsts[level] = count;
        disordered[level] = false;
        prefixBefore = Long.MIN_VALUE;
    }

    /** Adds the member whose name was just read between two positions. */
    void add(int place, int end, int start) {
        if (count == prefixes.length) {
            prefixes = Arrays.copyOf(prefixes, 2 * count);
            starts = Arrays.copyOf(starts, 2 * count);
        }
        long prefix = transcript.isAsWrittenFrom(place)
                ? NameSort.prefix(transcript.in, place + 1, end - 1)
                : NameSort.prefix(transcript.textUpTo(end), start + 1, end - 1 + transcript.shift());
        prefixes[count] = prefix;
        starts[count] = Places.of(start, place);
        count++;
        if (prefix <= prefixBefore) {
            readUpTo = end;
            disordered[level] |= count - 1 > firsts[level] && !isInOrder(count - 2, count - 1);
        }
        prefixBefore = prefix;
    }

    /** Ends the innermost object, whose closing bracket is at a position. */
    void close(int place) {
        if (disordered[level]) {
            readUpTo = place;
            reorder(place + transcript.shift());
        }
        reordering.close(objects[level]);
        count = firsts[level];
        level--;
        prefixBefore = count > 0 ? prefixes[count - 1] : Long.MIN_VALUE;
    }

    private void reorder(int end) {
        int first = firsts[level];
        int[] order = sort.rememberedOrder(prefixes, first, count - first);
        if (order == null) {
            order = sort.order(prefixes, first, count - first);
            requireDifferent(first, order);
        }
        reordering.add(objects[level], order, starts, first, end);
    }

    private void requireDifferent(int first, int[] order) {
        for (int i = 1; i < order.length; i++) {
            if (!isInOrder(first + order[i - 1], first + order[i])) {
                throw transcript.refusal(Rule.DUPLICATE_NAME, Places.inDocument(starts[first + order[i]]));
            }
        }
    }

    private boolean isInOrder(int one, int next) {
        return prefixes[one] != prefixes[next] ? prefixes[one] < prefixes[next] : compareNames(one, next) < 0;
    }

    private int compareNames(int one, int other) {
        byte[] text = transcript.textUpTo(readUpTo);
        int start = Places.inText(starts[one]);
        int otherStart = Places.inText(starts[other]);
        return Arrays.compareUnsigned(
                text,
                start + 1,
                CanonicalJson.stringEnd(text, start) - 1,
                text,
                otherStart + 1,
                CanonicalJson.stringEnd(text, otherStart) - 1);
    }
}
