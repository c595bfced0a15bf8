package dev.oncemore.torture.compose;

import org.jspecify.annotations.Nullable;

/** One layer around the bank, as data. */
sealed interface Layer {

    /** A simpler variant of this layer, for shrinking; null when it is as simple as possible. */
    default @Nullable Layer plainer() {
        return null;
    }

    /** A time limit on the thread: {@code Deadline.within}. */
    record Limit(int millis) implements Layer {}

    /**
     * A retry engine.
     *
     * @param attempts how many, with the first
     * @param timeoutMillis for each attempt; 0 for none
     * @param deadlineMillis for all; 0 for none
     * @param retriesInside whether it retries although an engine further out does
     * @param safety the declared safety of repeating the call
     * @param form how it is called
     */
    record Retrying(
            int attempts, int timeoutMillis, int deadlineMillis, boolean retriesInside, Declared safety, Form form)
            implements Layer {
        @Override
        public @Nullable Layer plainer() {
            if (form != Form.BLOCKING) {
                return new Retrying(attempts, timeoutMillis, deadlineMillis, retriesInside, safety, Form.BLOCKING);
            }
            if (timeoutMillis > 0) {
                return new Retrying(attempts, 0, deadlineMillis, retriesInside, safety, form);
            }
            if (deadlineMillis > 0) {
                return new Retrying(attempts, timeoutMillis, 0, retriesInside, safety, form);
            }
            return attempts > 1 ? new Retrying(attempts - 1, 0, 0, retriesInside, safety, form) : null;
        }
    }

    /**
     * A Once engine in leased mode.
     *
     * @param leaseSeconds how long an owner may be silent
     * @param unknown what to do about unknown outcomes
     * @param async whether the effect is started with {@code runAsync}
     */
    record Leased(int leaseSeconds, OnUnknown unknown, boolean async) implements Layer {
        @Override
        public @Nullable Layer plainer() {
            return async ? new Leased(leaseSeconds, unknown, false) : null;
        }
    }

    /**
     * A retrying HTTP client, and the server that it calls.
     *
     * @param attempts how many, with the first
     * @param timeoutMillis for each attempt; 0 for none
     * @param deadlineMillis for all; 0 for none
     * @param keyed whether requests carry an Idempotency-Key
     * @param filtered whether the server has an idempotency filter
     * @param admission whether the server refuses late requests, and works under the caller's deadline
     * @param unknown how the filter handles unknown outcomes
     */
    record Http(
            int attempts,
            int timeoutMillis,
            int deadlineMillis,
            boolean keyed,
            boolean filtered,
            boolean admission,
            OnUnknown unknown)
            implements Layer {
        @Override
        public @Nullable Layer plainer() {
            if (timeoutMillis > 0) {
                return new Http(attempts, 0, deadlineMillis, keyed, filtered, admission, unknown);
            }
            if (deadlineMillis > 0) {
                return new Http(attempts, timeoutMillis, 0, keyed, filtered, admission, unknown);
            }
            if (admission) {
                return new Http(attempts, timeoutMillis, deadlineMillis, keyed, filtered, false, unknown);
            }
            return attempts > 1 ? new Http(attempts - 1, 0, 0, keyed, filtered, false, unknown) : null;
        }
    }

    /** A Once engine in a transaction of the user's, with an effect in the same database. */
    record Atomic() implements Layer {}

    /** A layer with a bug, used by tests to show that the bug is found; no seed generates one. */
    record Lying(Lie lie) implements Layer {}

    /** The bugs of such a layer. */
    enum Lie {
        /** Reports every failure as a rejection. */
        FORGETS_DOUBT,
        /** Reports every failure as transient, without an effect. */
        CALLS_IT_TRANSIENT,
        /** Calls twice, without a key. */
        REPEATS,
        /** Returns a receipt without calling. */
        INVENTS,
        /** Waits for ever. */
        HANGS
    }

    /** Whether it has a record that prevents repetitions. */
    default boolean keepsRecord() {
        return this instanceof Leased || this instanceof Atomic || (this instanceof Http http && http.filtered());
    }

    /** The declared safety of repeating a call. */
    enum Declared {
        UNDECLARED,
        IDEMPOTENT,
        KEYED
    }

    /** How a retry engine is called. */
    enum Form {
        BLOCKING,
        ASYNC,
        HEDGED
    }

    /** How a Once engine handles unknown outcomes. */
    enum OnUnknown {
        PARK,
        RUN_AGAIN,
        RECONCILE
    }
}
