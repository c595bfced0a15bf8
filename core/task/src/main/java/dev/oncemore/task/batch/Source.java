package dev.oncemore.task.batch;

import dev.oncemore.once.Codec;
import java.util.List;
import java.util.OptionalLong;

/**
 * The input of a batch: a file, a query, a list. It returns the same items at the same position each time, and its
 * fingerprint changes when it no longer would.
 *
 * @param <T> the type of an item
 */
public interface Source<T> {

    /**
     * A value that changes with the content: a hash, or size and date; one line of 1 to 1,000 characters. A batch reads
     * it when it begins, and when it continues after an interruption.
     */
    String fingerprint() throws Exception;

    /** The number of items, if known. */
    OptionalLong total() throws Exception;

    /**
     * Reads up to {@code most} items from a position. The empty position is the beginning; fewer items than requested
     * mean the end.
     */
    Slice<T> read(String place, int most) throws Exception;

    /** The codec of an item, used to set it aside. */
    Codec<T> codec();

    /** A source over a list. Its fingerprint is a hash of its items' bytes. */
    static <T> Source<T> of(List<T> items, Codec<T> codec) {
        return new ListSource<>(List.copyOf(items), codec);
    }

    /**
     * Consecutive items.
     *
     * @param items the items
     * @param next the position after them: a row's key, an offset; in any form the source understands
     */
    record Slice<T>(List<T> items, String next) {
        /** Copies the list. */
        public Slice {
            items = List.copyOf(items);
        }
    }
}
