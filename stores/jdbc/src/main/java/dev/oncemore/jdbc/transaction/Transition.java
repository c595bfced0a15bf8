package dev.oncemore.jdbc.transaction;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How a {@link StateTransition} ended. */
public sealed interface Transition {

    /** The value of the function for how it ended. */
    <R extends @Nullable Object> R fold(
            Supplier<R> onApplied,
            Supplier<R> onAlreadyThere,
            Function<@Nullable String, R> onConflict,
            Supplier<R> onNotFound);

    /** Whether this call moved the row: of many at the same time, true for one. */
    default boolean applied() {
        return this instanceof Applied;
    }

    /** Whether the row is in the target state now, whichever caller moved it. */
    default boolean done() {
        return this instanceof Applied || this instanceof AlreadyThere;
    }

    /** This call moved the row. */
    record Applied() implements Transition {
        @Override
        public <R extends @Nullable Object> R fold(
                Supplier<R> onApplied,
                Supplier<R> onAlreadyThere,
                Function<@Nullable String, R> onConflict,
                Supplier<R> onNotFound) {
            return onApplied.get();
        }
    }

    /** The row was in the wanted state already. */
    record AlreadyThere() implements Transition {
        @Override
        public <R extends @Nullable Object> R fold(
                Supplier<R> onApplied,
                Supplier<R> onAlreadyThere,
                Function<@Nullable String, R> onConflict,
                Supplier<R> onNotFound) {
            return onAlreadyThere.get();
        }
    }

    /**
     * The row is in a state that the transition does not start from, and was not changed.
     *
     * @param actual its state; null when the column is
     */
    record Conflict(@Nullable String actual) implements Transition {
        @Override
        public <R extends @Nullable Object> R fold(
                Supplier<R> onApplied,
                Supplier<R> onAlreadyThere,
                Function<@Nullable String, R> onConflict,
                Supplier<R> onNotFound) {
            return onConflict.apply(actual);
        }
    }

    /** There is no row with that key. */
    record NotFound() implements Transition {
        @Override
        public <R extends @Nullable Object> R fold(
                Supplier<R> onApplied,
                Supplier<R> onAlreadyThere,
                Function<@Nullable String, R> onConflict,
                Supplier<R> onNotFound) {
            return onNotFound.get();
        }
    }
}
