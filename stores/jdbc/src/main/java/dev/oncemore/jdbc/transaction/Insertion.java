package dev.oncemore.jdbc.transaction;

import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How an insert by {@link NaturalKey} ended. */
public sealed interface Insertion {

    /** The value of one function or the other. */
    <R extends @Nullable Object> R fold(
            Supplier<R> onInserted, Function<? super Map<String, @Nullable Object>, R> onExisting);

    /** Whether this call inserted the row. */
    default boolean inserted() {
        return this instanceof Inserted;
    }

    /** This call inserted the row. */
    record Inserted() implements Insertion {
        @Override
        public <R extends @Nullable Object> R fold(
                Supplier<R> onInserted, Function<? super Map<String, @Nullable Object>, R> onExisting) {
            return onInserted.get();
        }
    }

    /**
     * There is a row with that key, and nothing was changed.
     *
     * @param row all its columns, by the names and with the types that the driver gives them
     */
    record Existing(Map<String, @Nullable Object> row) implements Insertion {
        @Override
        public <R extends @Nullable Object> R fold(
                Supplier<R> onInserted, Function<? super Map<String, @Nullable Object>, R> onExisting) {
            return onExisting.apply(row);
        }
    }
}
