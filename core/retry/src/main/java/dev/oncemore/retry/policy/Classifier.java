package dev.oncemore.retry.policy;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Classifies failures. {@link #standard} covers the JDK's exceptions and {@link Classified} ones; your own rules go in
 * front of it. A failure that matches no rule is not retried.
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

    /** Covers the JDK's own exceptions and {@link Classified} ones. */
    static Classifier standard() {
        return StandardClassifier.INSTANCE;
    }

    /** Classifies a failure. Never called with an {@link Error} or an interruption: those are never retried. */
    Classification classify(Throwable failure);

    /** Returns the failure that a returned value represents, or null if the value is a success. */
    default @Nullable Classification judge(@Nullable Object result) {
        return null;
    }

    /** Whether {@link #judge} ever returns a failure; if false, the engine skips it. */
    default boolean judgesResults() {
        return false;
    }

    /** Adds a first rule: failures of this type, class or interface, are of that kind. */
    default Classifier on(Class<? extends Throwable> type, FailureKind kind) {
        return new ClassifierRules.ByType(type, kind, this);
    }

    /**
     * Adds a first rule: failures of this type get the function's classification, or the next rule's if it returns
     * null.
     */
    default <E extends Throwable> Classifier on(
            Class<E> type, Function<? super E, @Nullable Classification> classification) {
        return new ClassifierRules.ByFunction<>(type, classification, this);
    }

    /**
     * Adds a first rule: failures whose class or a superclass has this full name are of that kind; the most specific
     * name wins. Use this form for configuration files.
     */
    default Classifier on(String className, FailureKind kind) {
        return ClassifierRules.ByName.with(className, kind, this);
    }

    /**
     * As {@link #on(Class, FailureKind)} with {@link FailureKind#TRANSIENT}: the effect did not happen, a retry may
     * help.
     */
    default Classifier transientOn(Class<? extends Throwable> type) {
        return on(type, FailureKind.TRANSIENT);
    }

    /** As {@link #on(Class, FailureKind)} with {@link FailureKind#THROTTLED}. */
    default Classifier throttledOn(Class<? extends Throwable> type) {
        return on(type, FailureKind.THROTTLED);
    }

    /**
     * As {@link #on(Class, FailureKind)} with {@link FailureKind#TIMEOUT_UNKNOWN_OUTCOME}: the effect may have
     * happened.
     */
    default Classifier unknownOutcomeOn(Class<? extends Throwable> type) {
        return on(type, FailureKind.TIMEOUT_UNKNOWN_OUTCOME);
    }

    /** As {@link #on(Class, FailureKind)} with {@link FailureKind#PERMANENT}. */
    default Classifier permanentOn(Class<? extends Throwable> type) {
        return on(type, FailureKind.PERMANENT);
    }

    /**
     * As {@link #on(Class, FailureKind)} with {@link FailureKind#DOMAIN_REJECTION}: the dependency rejected the
     * request. After a lost reply the doubt remains; if the exception is the dependency's response for the key, use
     * {@code on(type, failure -> Classification.rejected(…))}, which settles it.
     */
    default Classifier rejectedOn(Class<? extends Throwable> type) {
        return on(type, FailureKind.DOMAIN_REJECTION);
    }

    /** Adds a rule for returned values of this type: a classification makes the value a failure, null a success. */
    default <R> Classifier onResult(Class<R> type, Function<? super R, @Nullable Classification> classification) {
        return new ClassifierRules.ByResult<>(type, classification, this);
    }
}
