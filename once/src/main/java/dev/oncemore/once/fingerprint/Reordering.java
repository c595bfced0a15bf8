package dev.oncemore.once.fingerprint;

import java.util.Arrays;

/**
 * The objects of a text whose members must change places. It is gathered while the text is read, and applied when all of it
 * is there, so that each byte moves once however many objects around it are not in order.
 *
 * <p>Objects have numbers in the order in which they open, so that those within a piece of text are in a row. Text that is
 * within several objects is copied from the outside to the inside, by a recursion as deep as objects nest.
 */
final class Reordering {
    private static final int IN_ORDER = -1;

    /** The numbers that a disordered object has in the list, before those of its members. */
    private static final int HEADER = 3;

    /** The numbers that each member has: where it starts and ends, and the objects that are in it. */
    private static final int PER_MEMBER = 4;

    /** For each object, where it is in the list, and the first object after those in it. */
    private int[] listed = new int[16];

    private int[] after = new int[16];
    private int opened;

    /** Of each disordered object where its members start and end, how many they are, and what each of them has, sorted. */
    private int[] list = {};

    private int length;

    /** Takes note of an object that begins, and returns its number. */
    int open() {
        if (opened == listed.length) {
            listed = Arrays.copyOf(listed, 2 * opened);
            after = Arrays.copyOf(after, 2 * opened);
        }
        listed[opened] = IN_ORDER;
        return opened++;
    }

    /** How many objects were opened so far. */
    int opened() {
        return opened;
    }

    void close(int object) {
        after[object] = opened;
    }

    /** Begins the list of an object's members. */
    void begin(int object, int start, int end, int count) {
        int room = length + HEADER + PER_MEMBER * count;
        if (list.length < room) {
            list = Arrays.copyOf(list, Math.max(room, 2 * list.length));
        }
        listed[object] = length;
        list[length++] = start;
        list[length++] = end;
        list[length++] = count;
    }

    /** Adds the member that comes next in order. */
    void add(int start, int end, int firstObject, int lastObject) {
        list[length++] = start;
        list[length++] = end;
        list[length++] = firstObject;
        list[length++] = lastObject;
    }

    boolean isNeeded() {
        return length > 0;
    }

    /** The text with all objects in order. */
    byte[] apply(byte[] text, int textLength) {
        byte[] target = new byte[textLength + Pieces.SLACK_BYTES];
        copy(text, 0, textLength, 0, opened, target, 0);
        return target;
    }

    /** Copies a piece of text with the objects that are in it, and returns the place behind it. */
    private int copy(byte[] text, int start, int end, int firstObject, int lastObject, byte[] target, int at) {
        int p = start;
        int o = at;
        int object = firstObject;
        while (object < lastObject) {
            int entry = listed[object];
            if (entry == IN_ORDER) {
                object++;
            } else {
                Pieces.copy(text, p, target, o, list[entry] - p);
                o = copyMembers(text, entry, target, o + list[entry] - p);
                p = list[entry + 1];
                object = after[object];
            }
        }
        Pieces.copy(text, p, target, o, end - p);
        return o + end - p;
    }

    private int copyMembers(byte[] text, int entry, byte[] target, int at) {
        int o = at;
        int first = entry + HEADER;
        int last = first + PER_MEMBER * list[entry + 2];
        for (int member = first; member < last; member += PER_MEMBER) {
            if (member > first) {
                target[o++] = ',';
            }
            int start = list[member];
            int end = list[member + 1];
            if (list[member + 2] == list[member + 3]) {
                Pieces.copy(text, start, target, o, end - start);
                o += end - start;
            } else {
                o = copy(text, start, end, list[member + 2], list[member + 3], target, o);
            }
        }
        return o;
    }
}
