package dev.oncemore.once;

import dev.oncemore.By;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordState;
import org.jspecify.annotations.Nullable;

/** An event of an effect. */
public sealed interface OnceEvent {
    /** The key of the effect. */
    Key key();

    /**
     * An effect starts.
     *
     * @param key the key of the effect
     * @param fence the claim's fence
     * @param leftBehind the state in which an earlier owner left it; null if it is new
     */
    record Claimed(Key key, long fence, @Nullable RecordState leftBehind) implements OnceEvent {
        /** Whether it was taken over from an earlier owner. */
        public boolean takenOver() {
            return leftBehind != null;
        }
    }

    /**
     * An effect ended.
     *
     * @param key the key of the effect
     * @param fence the claim's fence
     * @param state its state
     * @param error the error, if any
     */
    record Finished(
            Key key,
            long fence,
            RecordState state,
            @Nullable String error) implements OnceEvent {}

    /**
     * A duplicate was suppressed.
     *
     * @param key the key of the effect
     * @param state the state of the record
     */
    record HeldBack(Key key, RecordState state) implements OnceEvent {}

    /**
     * A key was reused with another payload.
     *
     * @param key the key of the effect
     */
    record Mismatched(Key key) implements OnceEvent {}

    /**
     * A person resolved an unknown effect.
     *
     * @param key the key of the effect
     * @param fence the fence of the resolution
     * @param state the new state
     * @param by the person and the reason
     */
    record Resolved(Key key, long fence, RecordState state, By by) implements OnceEvent {}

    /**
     * An owner lost its claim.
     *
     * @param key the key of the effect
     * @param fence the stale fence
     */
    record Deposed(Key key, long fence) implements OnceEvent {}
}
