package dev.oncemore.once.record;

import dev.oncemore.internal.Text;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a claim ended.
 *
 * @param key which effect
 * @param fence the claim's fence
 * @param state anything but {@link RecordState#RUNNING}
 * @param response the outcome to replay; null when there is none, or when it is not kept
 * @param error what went wrong, in words; null when nothing did. Up to 10,000 characters are kept, and those that not every
 *     store can keep (NUL, half a surrogate pair) are replaced by U+FFFD
 * @param resource what it created, if known
 * @param retention how long the record is kept, from now; an unknown outcome is kept until somebody resolves it
 */
public record RecordFinish(
        Key key,
        long fence,
        RecordState state,
        @Nullable Bytes response,
        @Nullable String error,
        @Nullable Resource resource,
        Duration retention) {
    private static final int ERROR_LENGTH_MAX = 10_000;

    /** A finish; nothing ends as running. */
    public RecordFinish {
        if (state == RecordState.RUNNING) {
            throw new IllegalArgumentException("a claim cannot end as RUNNING");
        }
        error = error == null ? null : Text.cut(error, ERROR_LENGTH_MAX);
    }

    /** The claim that it belongs to. */
    public ClaimId claim() {
        return new ClaimId(key, fence);
    }
}
