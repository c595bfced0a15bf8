package dev.oncemore.task.store;

import dev.oncemore.internal.Text;
import dev.oncemore.once.record.Bytes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a claim ends. Texts are for people: they are cut to a maximum length, and characters that a store cannot keep are
 * replaced.
 */
public sealed interface End {
    /** The maximum length of a reason or error. */
    int WORDS_LENGTH_MAX = 4_000;

    /** The maximum length of a stack trace. */
    int STACK_TRACE_LENGTH_MAX = 10_000;

    /** The maximum length of an error signature. */
    int SIGNATURE_LENGTH_MAX = 255;

    /**
     * The task is done.
     *
     * @param result the result, kept as long as the log; null if there is none
     * @param isLogged whether the log tells of it. Otherwise a task that is done in its first claim and has no dedup key
     *     and no lane leaves no trace: its status and result are gone, and repeating this end, or the enqueue, is not
     *     recognised
     */
    record Done(@Nullable Bytes result, boolean isLogged) implements End {
        /** An end that the log tells of. */
        public Done(@Nullable Bytes result) {
            this(result, true);
        }

        /**
         * Whether a task may end so without a line. Others have earlier lines, a key that is purged with the line, or a lane,
         * whose other tasks are taken for lost if a repeated end is not recognised.
         */
        public boolean leavesNoTrace(long fence, @Nullable String dedupKey, @Nullable String lane) {
            return !isLogged && fence == 1 && dedupKey == null && lane == null;
        }
    }

    /**
     * The task is retried later.
     *
     * @param delay the delay before the retry
     * @param error the error
     * @param inDoubt whether this attempt or an earlier one may have taken effect
     */
    record Retry(Duration delay, String error, boolean inDoubt) implements End {
        /** Refuses a negative delay. */
        public Retry {
            NewTask.requireDelay(delay);
            error = Text.cut(error, WORDS_LENGTH_MAX);
        }

        /** A retry of an attempt that did not take effect. */
        public Retry(Duration delay, String error) {
            this(delay, error, false);
        }
    }

    /**
     * The task is given up and becomes a dead letter.
     *
     * @param reason why
     * @param signature the signature shared by dead letters with the same cause
     * @param inDoubt whether this attempt or an earlier one may have taken effect
     * @param stackTrace the stack trace of the exception that ended the attempt; null if there was none
     */
    record Dead(
            String reason,
            String signature,
            boolean inDoubt,
            @Nullable String stackTrace) implements End {
        /** Makes the texts storable. */
        public Dead {
            reason = Text.cut(reason, WORDS_LENGTH_MAX);
            signature = Text.cut(signature, SIGNATURE_LENGTH_MAX);
            stackTrace = stackTrace == null ? null : Text.cut(stackTrace, STACK_TRACE_LENGTH_MAX);
        }

        /** The end of a task without an exception. */
        public Dead(String reason, String signature, boolean inDoubt) {
            this(reason, signature, inDoubt, null);
        }

        /** The end of a task that did not take effect. */
        public Dead(String reason, String signature) {
            this(reason, signature, false);
        }
    }

    /**
     * The task is rejected for good.
     *
     * @param reason why
     */
    record Rejected(String reason) implements End {
        /** Makes the reason storable. */
        public Rejected {
            reason = Text.cut(reason, WORDS_LENGTH_MAX);
        }
    }

    /**
     * The task is released as if it had not been claimed: the attempt is not counted, and it is claimable at once.
     *
     * @param inDoubt whether this attempt or an earlier one may have taken effect; unchanged if the attempt had not
     *     started
     */
    record Released(boolean inDoubt) implements End {
        /** Releases a task without any effect. */
        public Released() {
            this(false);
        }
    }
}
