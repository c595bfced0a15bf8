package dev.oncemore.once;

import org.jspecify.annotations.Nullable;

/** Finds out whether an effect happened after all. */
@FunctionalInterface
public interface Reconciler {
    /** Asks the other side, under a fresh claim. A failure means that nobody can tell yet. */
    Answer find(Claim claim) throws Exception;

    /** What the other side says. */
    sealed interface Answer {
        /** It happened, and this is what it returned: of the type that the effect returns, or null when that is not known. */
        static Answer happened(@Nullable Object value) {
            return new Happened(value);
        }

        /** It did not happen: run it. */
        static Answer didNotHappen() {
            return Fixed.DID_NOT_HAPPEN;
        }

        /** Nobody can tell yet. */
        static Answer cannotTell() {
            return Fixed.CANNOT_TELL;
        }
    }

    /**
     * See {@link Answer#happened}.
     *
     * @param value what to replay
     */
    record Happened(@Nullable Object value) implements Answer {}

    /** The answers without a value. */
    enum Fixed implements Answer {
        /** See {@link Answer#didNotHappen}. */
        DID_NOT_HAPPEN,
        /** See {@link Answer#cannotTell}. */
        CANNOT_TELL
    }
}
