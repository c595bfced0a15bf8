package dev.oncemore.once;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The dependency's answer to "did this effect happen?".
 *
 * @param <T> what the effect returns
 */
public final class Reconciled<T> {
    private static final Reconciled<?> DID_NOT_HAPPEN = new Reconciled<>(Answer.DID_NOT_HAPPEN, null);
    private static final Reconciled<?> UNKNOWN = new Reconciled<>(Answer.UNKNOWN, null);
    private static final Reconciled<?> WITHOUT_VALUE = new Reconciled<>(Answer.HAPPENED, null);

    private final Answer answer;
    private final @Nullable T value;

    private Reconciled(Answer answer, @Nullable T value) {
        this.answer = answer;
        this.value = value;
    }

    /** It happened and returned this value, which is recorded and replayed. */
    public static <T> Reconciled<T> happened(T value) {
        return new Reconciled<>(
                Answer.HAPPENED,
                Objects.requireNonNull(value, "value must not be null; use happened() if it is not known"));
    }

    /** It happened, but its value is not known. */
    public static <T> Reconciled<T> happened() {
        return shared(WITHOUT_VALUE);
    }

    /** It did not happen: the effect is run. */
    public static <T> Reconciled<T> didNotHappen() {
        return shared(DID_NOT_HAPPEN);
    }

    /**
     * It happened if a lookup found it, and did not happen otherwise. Only for a lookup that sees every accepted
     * effect: an index that lags behind would cause a second run.
     */
    public static <T> Reconciled<T> happenedIfPresent(Optional<? extends T> found) {
        return found.isPresent() ? happened(found.get()) : didNotHappen();
    }

    /** It is not known yet: the record stays unknown, and the next call asks again. */
    public static <T> Reconciled<T> unknown() {
        return shared(UNKNOWN);
    }

    @SuppressWarnings("unchecked") // without a value, the type does not matter
    private static <T> Reconciled<T> shared(Reconciled<?> answer) {
        return (Reconciled<T>) answer;
    }

    /** The same answer without its value, for an effect with another type of value. */
    public <R> Reconciled<R> withoutValue() {
        return answer == Answer.HAPPENED ? happened() : shared(this);
    }

    boolean isHappened() {
        return answer == Answer.HAPPENED;
    }

    boolean isDidNotHappen() {
        return answer == Answer.DID_NOT_HAPPEN;
    }

    @Nullable
    T value() {
        return value;
    }

    @Override
    public String toString() {
        return value == null ? answer.toString() : answer + " " + value;
    }

    private enum Answer {
        HAPPENED,
        DID_NOT_HAPPEN,
        UNKNOWN
    }
}
