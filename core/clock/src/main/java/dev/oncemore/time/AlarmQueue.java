package dev.oncemore.time;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The alarms of a timer, ordered by when they are due: a binary heap in which each alarm knows its place, so that
 * cancelling one costs a logarithm. Used under its timer's lock.
 */
final class AlarmQueue {
    private static final int CAPACITY_MIN = 64;

    /** An alarm that a queue can hold; one small object, because a million calls may wait. */
    abstract static class Entry implements Time.Alarm {
        private static final int NOWHERE = -1;

        final long dueNanos;
        private int place = NOWHERE;

        Entry(long dueNanos) {
            this.dueNanos = dueNanos;
        }

        /** Compares by difference, because a ticker may wrap. */
        private boolean isBefore(Entry other) {
            return dueNanos - other.dueNanos < 0;
        }
    }

    private @Nullable Entry[] heap = new Entry[CAPACITY_MIN];
    private int size;

    int size() {
        return size;
    }

    /** The alarm that is due first; null without one. */
    @Nullable
    Entry first() {
        return heap[0];
    }

    /** Adds an alarm; returns whether it is now the first. */
    boolean add(Entry entry) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
        }
        rise(size++, entry);
        return entry.place == 0;
    }

    /** Removes an alarm; returns false if it is no longer waiting. */
    boolean remove(Entry entry) {
        int place = entry.place;
        if (place == Entry.NOWHERE) {
            return false;
        }
        entry.place = Entry.NOWHERE;
        Entry last = at(--size);
        heap[size] = null;
        if (place < size) {
            sink(place, last);
            if (last.place == place) {
                rise(place, last);
            }
        }
        shrink();
        return true;
    }

    /** Puts the entry at this place or above. */
    private void rise(int start, Entry entry) {
        int place = start;
        while (place > 0) {
            int above = (place - 1) >>> 1;
            Entry parent = at(above);
            if (!entry.isBefore(parent)) {
                break;
            }
            put(place, parent);
            place = above;
        }
        put(place, entry);
    }

    /** Puts the entry at this place or below. */
    private void sink(int start, Entry entry) {
        int place = start;
        while (place < size >>> 1) {
            int below = 2 * place + 1;
            if (below + 1 < size && at(below + 1).isBefore(at(below))) {
                below++;
            }
            if (!at(below).isBefore(entry)) {
                break;
            }
            put(place, at(below));
            place = below;
        }
        put(place, entry);
    }

    /** Gives memory back after a burst. */
    private void shrink() {
        if (size < heap.length / 4 && heap.length > CAPACITY_MIN) {
            heap = Arrays.copyOf(heap, heap.length / 2);
        }
    }

    private void put(int place, Entry entry) {
        heap[place] = entry;
        entry.place = place;
    }

    @SuppressWarnings("NullAway") // places below the size are filled
    private Entry at(int place) {
        return heap[place];
    }
}
