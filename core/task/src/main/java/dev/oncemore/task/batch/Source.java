package dev.oncemore.task.batch;

import dev.oncemore.once.Codec;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a batch works through: a file, a query, a list. It gives the same items at the same place whenever it is asked, and says
 * by its fingerprint when it no longer would.
 *
 * @param <T> an item
 */
public interface Source<T> {

    /**
     * What changes when the content does: a hash, or size and date; one line of 1 to 1,000 characters. A batch asks when it
     * begins, and wherever it goes on after an interruption.
     */
    String fingerprint() throws Exception;

    /** How many items there are, if that is known. */
    OptionalLong total() throws Exception;

    /** The items from a place on, up to so many. The empty place is the beginning; fewer than asked for means the end. */
    Slice<T> read(String place, int most) throws Exception;

    /** How one item becomes bytes, for the day it has to be set aside. */
    Codec<T> codec();

    /** A list that is there as a whole. Its fingerprint is a hash of its items' bytes. */
    static <T> Source<T> of(List<T> items, Codec<T> codec) {
        return new ListSource<>(List.copyOf(items), codec);
    }

    /**
     * Some items in a row.
     *
     * @param items what they are
     * @param next the place after them: a row's key, an offset; whatever the source understands
     */
    record Slice<T>(List<T> items, String next) {
        /** Some items; the list is copied. */
        public Slice {
            items = List.copyOf(items);
        }
    }
}
