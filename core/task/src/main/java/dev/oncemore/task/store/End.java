package dev.oncemore.task.store;

import dev.oncemore.internal.Text;
import dev.oncemore.once.record.Bytes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a claim ends. Words are for people: what is over-long is cut, what no store could keep is replaced. */
public sealed interface End {
    /** The longest reason or error that is kept. */
    int WORDS_LENGTH_MAX = 4_000;

    /** The longest signature of an error. */
    int SIGNATURE_LENGTH_MAX = 255;

    /**
     * It is done.
     *
     * @param result kept for whoever asks, as long as the log is; null when there is none
     */
    record Done(@Nullable Bytes result) implements End {}

    /**
     * It is tried again later.
     *
     * @param delay how long to wait first
     * @param error what went wrong
     * @param inDoubt whether this attempt or an earlier one may have taken effect
     */
    record Retry(Duration delay, String error, boolean inDoubt) implements End {
        /** A retry; refuses a negative delay. */
        public Retry {
            NewTask.requireDelay(delay);
            error = Text.cut(error, WORDS_LENGTH_MAX);
        }

        /** A retry of what did not take effect. */
        public Retry(Duration delay, String error) {
            this(delay, error, false);
        }
    }

    /**
     * It is given up, and becomes a dead letter.
     *
     * @param reason why
     * @param signature what dead letters of the same cause have in common
     * @param inDoubt whether this attempt or an earlier one may have taken effect
     */
    record Dead(String reason, String signature, boolean inDoubt) implements End {
        /** An end for a person to look at. */
        public Dead {
            reason = Text.cut(reason, WORDS_LENGTH_MAX);
            signature = Text.cut(signature, SIGNATURE_LENGTH_MAX);
        }

        /** The end of what did not take effect. */
        public Dead(String reason, String signature) {
            this(reason, signature, false);
        }
    }

    /**
     * The answer is no, for good. That is an answer, not an accident.
     *
     * @param reason why
     */
    record Rejected(String reason) implements End {
        /** A final answer. */
        public Rejected {
            reason = Text.cut(reason, WORDS_LENGTH_MAX);
        }
    }

    /**
     * It is given back as if it had not been claimed: the attempt is not counted, and it is claimable at once.
     *
     * @param inDoubt whether this attempt or an earlier one may have taken effect; as it was, when the attempt had not begun
     */
    record Released(boolean inDoubt) implements End {
        /** Given back without any effect. */
        public Released() {
            this(false);
        }
    }
}
