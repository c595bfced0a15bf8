package dev.oncemore.retry.policy;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a failure means. {@link #standard} knows the JDK's exceptions and {@link Classified} ones; rules for your
 * own are put in front of it. A failure that no rule knows is not retried.
 *
 * <pre>{@code
 * Classifier bank = Classifier.standard()
 *         .transientOn(BankClosedException.class)
 *         .rejectedOn(InsufficientFundsException.class)
 *         .onResult(Reply.class, reply -> reply.busy() ? Classification.throttled("busy") : null);
 * }</pre>
 */
@FunctionalInterface
public interface Classifier {

    /** The rules for the JDK's own exceptions and for {@link Classified} ones. */
    static Classifier standard() {
        return StandardClassifier.INSTANCE;
    }

    /** What this failure means. Never called with an {@link Error} or an interruption: those are not retried at all. */
    Classification classify(Throwable failure);

    /** The failure that a returned value stands for, or null when the value is what was wanted. */
    default @Nullable Classification judge(@Nullable Object result) {
        return null;
    }

    /** Whether {@link #judge} can ever answer; false lets the engine leave it out. */
    default boolean judgesResults() {
        return false;
    }

    /** First of all, failures of this type are of that kind; interfaces count too. */
    default Classifier on(Class<? extends Throwable> type, FailureKind kind) {
        return new ClassifierRules.ByType(type, kind, this);
    }

    /** First of all, failures of this type get the classification that the function finds, or the next rule's if that is null. */
    default <E extends Throwable> Classifier on(
            Class<E> type, Function<? super E, @Nullable Classification> classification) {
        return new ClassifierRules.ByFunction<>(type, classification, this);
    }

    /**
     * First of all, failures whose class or superclass has this full name are of that kind; of several names the most
     * specific wins. This is the form that files can hold.
     */
    default Classifier on(String className, FailureKind kind) {
        return ClassifierRules.ByName.with(className, kind, this);
    }

    /** As {@link #on(Class, FailureKind)} with {@link FailureKind#TRANSIENT}: it did not happen, trying again may help. */
    default Classifier transientOn(Class<? extends Throwable> type) {
        return on(type, FailureKind.TRANSIENT);
    }

    /** As {@link #on(Class, FailureKind)} with {@link FailureKind#THROTTLED}. */
    default Classifier throttledOn(Class<? extends Throwable> type) {
        return on(type, FailureKind.THROTTLED);
    }

    /** As {@link #on(Class, FailureKind)} with {@link FailureKind#TIMEOUT_UNKNOWN_OUTCOME}: it may have happened. */
    default Classifier unknownOutcomeOn(Class<? extends Throwable> type) {
        return on(type, FailureKind.TIMEOUT_UNKNOWN_OUTCOME);
    }

    /** As {@link #on(Class, FailureKind)} with {@link FailureKind#PERMANENT}. */
    default Classifier permanentOn(Class<? extends Throwable> type) {
        return on(type, FailureKind.PERMANENT);
    }

    /**
     * As {@link #on(Class, FailureKind)} with {@link FailureKind#DOMAIN_REJECTION}: the other side said no. After a lost reply that
     * leaves the doubt; where the exception is the other side's answer for the key, say {@code on(type, failure ->
     * Classification.rejected(…))}, which settles it.
     */
    default Classifier rejectedOn(Class<? extends Throwable> type) {
        return on(type, FailureKind.DOMAIN_REJECTION);
    }

    /** Returned values of this type that the function gives a classification for count as failures; null means "as wanted". */
    default <R> Classifier onResult(Class<R> type, Function<? super R, @Nullable Classification> classification) {
        return new ClassifierRules.ByResult<>(type, classification, this);
    }
}
