package dev.oncemore.once.fingerprint;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a text whose members must be reordered. They are collected while the text is read and applied at its
 * end, so that each byte moves once, however many unordered objects enclose it.
 *
 * <p>Objects are numbered in the order in which they open, so those within a piece of text are consecutive. Applying it
 * recurses as deep as objects nest.
 */
final class Reordering {
    private static final int OBJECTS_FIRST = 64;
    private static final int STARTS_FIRST = 1024;

    /** Where each object starts in the text. */
    private int[] objects = new int[OBJECTS_FIRST];

    /** For each object, the first one that is not within it. */
    private int[] after = new int[OBJECTS_FIRST];

    /** For each object, the order of its members, counted from its first; null if they are already in order. */
    private int[] @Nullable [] orders = new int[OBJECTS_FIRST][];

    /** For each object with such an order, the index of its members' starts. */
    private int[] listed = new int[OBJECTS_FIRST];

    private int objectCount;

    /** Where the members of unordered objects start in the text, followed by where one more would. */
    private int[] starts = {};

    private int startCount;

    /** Takes note of an object that begins, and returns its number. */
    int open(int start) {
        if (objectCount == objects.length) {
            int room = 2 * objectCount;
            objects = Arrays.copyOf(objects, room);
            after = Arrays.copyOf(after, room);
            orders = Arrays.copyOf(orders, room);
            listed = Arrays.copyOf(listed, room);
        }
        objects[objectCount] = start;
        return objectCount++;
    }

    void close(int object) {
        after[object] = objectCount;
    }

    /** Adds an object's order, the {@link Places} of its members from an index on, and the end of the last. */
    void add(int object, int[] order, long[] members, int first, int end) {
        int room = startCount + order.length + 1;
        if (starts.length < room) {
            starts = Arrays.copyOf(starts, Math.max(Math.max(room, STARTS_FIRST), 2 * starts.length));
        }
        orders[object] = order;
        listed[object] = startCount;
        for (int i = 0; i < order.length; i++) {
            starts[startCount + i] = Places.inText(members[first + i]);
        }
        // A comma would precede another member.
        starts[room - 1] = end + 1;
        startCount = room;
    }

    boolean isNeeded() {
        return startCount > 0;
    }

    /** The text with all objects in order. */
    byte[] apply(byte[] text, int length) {
        byte[] target = new byte[length + Eight.SLACK_BYTES];
        copy(text, 0, length, 0, objectCount, target, 0);
        return target;
    }

    /** Copies a piece of text that contains only the objects of this range, and returns the end. */
    private int copy(byte[] text, int start, int end, int firstObject, int lastObject, byte[] target, int at) {
        int p = start;
        int o = at;
        int object = firstObject;
        while (object < lastObject && objects[object] < end) {
            int[] order = orders[object];
            if (order == null) {
                object++;
            } else {
                int membersStart = starts[listed[object]];
                Eight.copy(text, p, target, o, membersStart - p);
                o = copyMembers(text, object, order, target, o + membersStart - p);
                p = starts[listed[object] + order.length] - 1;
                object = after[object];
            }
        }
        Eight.copy(text, p, target, o, end - p);
        return o + end - p;
    }

    private int copyMembers(byte[] text, int object, int[] order, byte[] target, int at) {
        int o = at;
        for (int member : order) {
            int start = starts[listed[object] + member];
            int end = starts[listed[object] + member + 1] - 1;
            if (after[object] == object + 1) {
                Eight.copy(text, start, target, o, end - start);
                o += end - start;
            } else {
                // No object starts where a name does, so the search yields the insertion point.
                int firstObject = -1 - Arrays.binarySearch(objects, object + 1, after[object], start);
                o = copy(text, start, end, firstObject, after[object], target, o);
            }
            target[o++] = ',';
        }
        return o - 1;
    }
}
