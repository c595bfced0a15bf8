package dev.oncemore.once;

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
     * @param takenOver whether somebody else had left it behind
     */
    record Claimed(Key key, long fence, boolean takenOver) implements OnceEvent {}

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
     * An owner had lost its claim.
     *
     * @param key which effect
     * @param fence the fence that was too old
     */
    record Deposed(Key key, long fence) implements OnceEvent {}
}
