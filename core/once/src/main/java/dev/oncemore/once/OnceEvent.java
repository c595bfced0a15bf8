package dev.oncemore.once;

import dev.oncemore.By;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordState;
import org.jspecify.annotations.Nullable;

/** Something that became of an effect. */
public sealed interface OnceEvent {
    /** Which effect. */
    Key key();

    /**
     * An effect starts.
     *
     * @param key which effect
     * @param fence the claim's fence
     * @param leftBehind the state that somebody else had left it in; null when it is new
     */
    record Claimed(Key key, long fence, @Nullable RecordState leftBehind) implements OnceEvent {
        /** Whether somebody else had left it behind. */
        public boolean takenOver() {
            return leftBehind != null;
        }
    }

    /**
     * An effect ended.
     *
     * @param key which effect
     * @param fence the claim's fence
     * @param state how
     * @param error what went wrong, if anything
     */
    record Finished(
            Key key,
            long fence,
            RecordState state,
            @Nullable String error) implements OnceEvent {}

    /**
     * A duplicate was held back.
     *
     * @param key which effect
     * @param state the state that was answered
     */
    record HeldBack(Key key, RecordState state) implements OnceEvent {}

    /**
     * A key came with another payload.
     *
     * @param key which effect
     */
    record Mismatched(Key key) implements OnceEvent {}

    /**
     * A person said what became of an unknown effect.
     *
     * @param key which effect
     * @param fence the fence of that word
     * @param state what it is from now on
     * @param by who said so, and why
     */
    record Resolved(Key key, long fence, RecordState state, By by) implements OnceEvent {}

    /**
     * An owner had lost its claim.
     *
     * @param key which effect
     * @param fence the fence that was too old
     */
    record Deposed(Key key, long fence) implements OnceEvent {}
}
