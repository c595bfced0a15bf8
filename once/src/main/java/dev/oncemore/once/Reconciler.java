package dev.oncemore.once;

import dev.oncemore.once.record.Bytes;
import org.jspecify.annotations.Nullable;

/** Finds out whether an effect happened after all. */
@FunctionalInterface
public interface Reconciler {
    /** Asks the other side, under a fresh claim. A failure means that nobody can tell yet. */
    Answer find(Claim claim) throws Exception;

    /** What the other side says. */
    sealed interface Answer {
        /** It happened, and this is its outcome, as the effect's codec writes it; null when it has none. */
        static Answer happened(@Nullable Bytes response) {
            return new Happened(response);
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
     * @param response the outcome to replay
     */
    record Happened(@Nullable Bytes response) implements Answer {}

    /** The answers without a value. */
    enum Fixed implements Answer {
        /** See {@link Answer#didNotHappen}. */
        DID_NOT_HAPPEN,
        /** See {@link Answer#cannotTell}. */
        CANNOT_TELL
    }
}
