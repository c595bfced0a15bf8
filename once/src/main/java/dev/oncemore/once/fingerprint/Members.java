package dev.oncemore.once.fingerprint;

import dev.oncemore.once.fingerprint.MalformedJsonException.Rule;
import java.util.Arrays;

/**
 * The members of all objects that are open, as a stack: an object's members follow those of the objects around it. When an
 * object ends whose names are not in order, it sorts them, and tells the {@link Reordering}.
 */
final class Members {
    private static final int COUNT_FIRST = 32;

    /** Where a member starts in the text, which is with its name's first quote. */
    private static final int START = 0;

    /** Where its name stands in the document. */
    private static final int PLACE = 1;

    /** How many objects were opened before it. */
    private static final int OBJECTS_BEFORE = 2;

    private static final int FACTS = 3;

    private final Transcript transcript;
    private final Reordering reordering;
    private final NameSort sort = new NameSort(this::compareNames);

    /** What each name begins with, which nearly always decides. */
    private long[] prefixes = new long[COUNT_FIRST];

    /** What else is known of each member, in the order of the constants. */
    private int[] facts = new int[FACTS * COUNT_FIRST];

    private int count;

    /** What is known of each object that is open, the innermost last, from 1 on: its number, and its first member. */
    private final int[] objects = new int[CanonicalJson.DEPTH_MAX + 1];

    private final int[] firsts = new int[CanonicalJson.DEPTH_MAX + 1];
    private final boolean[] disordered = new boolean[CanonicalJson.DEPTH_MAX + 1];
    private int level;

    /** The prefix of the name before, in the innermost object; the lowest there is at its beginning. */
    private long prefixBefore;

    Members(Transcript transcript, Reordering reordering) {
        this.transcript = transcript;
        this.reordering = reordering;
    }

    /** Begins an object, within the one that is open. */
    void open() {
        level++;
        objects[level] = reordering.open();
        firsts[level] = count;
        disordered[level] = false;
        prefixBefore = Long.MIN_VALUE;
    }

    /** Adds the member whose name was just read from one place to another, and starts at a place in the text. */
    void add(int place, int end, int start) {
        if (count == prefixes.length) {
            prefixes = Arrays.copyOf(prefixes, 2 * count);
            facts = Arrays.copyOf(facts, FACTS * 2 * count);
        }
        long prefix = transcript.isAsWrittenFrom(place)
                ? NamePrefix.of(transcript.in, place + 1, end - 1)
                : NamePrefix.of(transcript.textUpTo(end), start + 1, end - 1 + transcript.shift());
        prefixes[count] = prefix;
        int at = FACTS * count;
        facts[at + START] = start;
        facts[at + PLACE] = place;
        facts[at + OBJECTS_BEFORE] = reordering.opened();
        count++;
        if (prefix <= prefixBefore && count - 1 > firsts[level]) {
            transcript.textUpTo(end);
            disordered[level] |= !isInOrder(count - 2, count - 1);
        }
        prefixBefore = prefix;
    }

    /** Ends the innermost object, whose last bracket stands at a place. */
    void close(int place) {
        if (disordered[level]) {
            reorder(place);
        }
        reordering.close(objects[level]);
        count = firsts[level];
        level--;
        prefixBefore = count > 0 ? prefixes[count - 1] : Long.MIN_VALUE;
    }

    private int fact(int member, int fact) {
        return facts[FACTS * member + fact];
    }

    /** Whether one name, which is in the text, comes before another that is. */
    private boolean isInOrder(int one, int next) {
        return prefixes[one] != prefixes[next] ? prefixes[one] < prefixes[next] : compareNames(one, next) < 0;
    }

    private int compareNames(int one, int other) {
        byte[] text = transcript.text();
        int start = fact(one, START);
        int otherStart = fact(other, START);
        return Arrays.compareUnsigned(
                text,
                start + 1,
                CanonicalJson.stringEnd(text, start) - 1,
                text,
                otherStart + 1,
                CanonicalJson.stringEnd(text, otherStart) - 1);
    }

    private void reorder(int place) {
        transcript.textUpTo(place);
        int first = firsts[level];
        int end = place + transcript.shift();
        int[] order = sort.order(prefixes, first, count);
        reordering.begin(objects[level], fact(first, START), end, count - first);
        for (int i = 0; i < count - first; i++) {
            int member = first + order[i];
            if (i > 0 && !isInOrder(first + order[i - 1], member)) {
                throw transcript.refusal(Rule.DUPLICATE_NAME, fact(member, PLACE));
            }
            boolean last = member + 1 == count;
            reordering.add(
                    fact(member, START),
                    // A comma stands between the end of a member and the start of the next.
                    last ? end : fact(member + 1, START) - 1,
                    fact(member, OBJECTS_BEFORE),
                    last ? reordering.opened() : fact(member + 1, OBJECTS_BEFORE));
        }
    }
}
