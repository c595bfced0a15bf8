package dev.oncemore.operations.audit;

import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Something that a person or a program does to the store: {@link Acts} runs it in one transaction, together with its audit
 * lines. It may run several times, each time from the start, and on another thread; so it must do everything through the
 * transaction that it is given, keep no state, and be short.
 *
 * <pre>{@code
 * Act<Boolean> redrive = here -> here.auditIf(
 *         here.tasks().deadLetters().redrive(List.of(id), by).get(0), by, "dead letter redriven", id);
 * }</pre>
 *
 * @param <T> what it answers
 */
@FunctionalInterface
public interface Act<T> {
    /** Does it in this transaction. What it throws rolls everything back. */
    T in(ActTransaction here);

    /** Whether it takes longer than a few statements, see {@link #large}. */
    default boolean isLarge() {
        return false;
    }

    /** An act on a whole sheet: it has minutes instead of seconds. */
    static <T> Act<T> large(Act<T> act) {
        return new Act<>() {
            @Override
            public T in(ActTransaction here) {
                return act.in(here);
            }

            @Override
            public boolean isLarge() {
                return true;
            }
        };
    }

    /** The same act with another answer, which is made in the transaction. */
    default <R> Act<R> map(Function<? super T, ? extends R> answer) {
        return then((here, done) -> answer.apply(done));
    }

    /** The same act with an answer that is read in the transaction, or with more that is done there. */
    default <R> Act<R> then(BiFunction<ActTransaction, ? super T, ? extends R> next) {
        Act<R> both = here -> next.apply(here, in(here));
        return isLarge() ? large(both) : both;
    }
}
