package dev.oncemore.once.record;

import dev.oncemore.internal.Text;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The end of a claim.
 *
 * @param key the key of the effect
 * @param fence the claim's fence
 * @param state anything but {@link RecordState#RUNNING}
 * @param response the outcome to replay; null if there is none, or it is not kept
 * @param label the label of the outcome's type, 1 to 255 characters, no control characters; null if it has none
 * @param error the error; null if there is none. Up to 10,000 characters are kept, and those that some store cannot
 *     keep (NUL, an unpaired surrogate) are replaced by U+FFFD
 * @param resource the created resource, if known
 * @param retention how long the record is kept, from now; an unknown outcome is kept until it is resolved
 */
public record RecordFinish(
        Key key,
        long fence,
        RecordState state,
        @Nullable Bytes response,
        @Nullable String label,
        @Nullable String error,
        @Nullable Resource resource,
        Duration retention) {
    private static final int ERROR_LENGTH_MAX = 10_000;

    /** Refuses to end a claim as running. */
    public RecordFinish {
        if (state == RecordState.RUNNING) {
            throw new IllegalArgumentException("a claim cannot end as RUNNING");
        }
        if (label != null) {
            Text.requireName("label", label);
        }
        error = error == null ? null : Text.cut(error, ERROR_LENGTH_MAX);
    }

    /** An end whose outcome has no label. */
    public RecordFinish(
            Key key,
            long fence,
            RecordState state,
            @Nullable Bytes response,
            @Nullable String error,
            @Nullable Resource resource,
            Duration retention) {
        this(key, fence, state, response, null, error, resource, retention);
    }

    /** The same end under this fence. */
    public RecordFinish under(long otherFence) {
        return new RecordFinish(key, otherFence, state, response, label, error, resource, retention);
    }

    /** The claim that it ends. */
    public ClaimId claim() {
        return new ClaimId(key, fence);
    }
}
