package dev.oncemore.http.client;

import dev.oncemore.retry.AttemptTimeoutException;
import dev.oncemore.retry.GaveUp;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.StopReason;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Doubt;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions for callers of an {@code HttpClient} whose call was given up: the types that the JDK's client throws, with
 * a message that states why it was not retried. The last failure is the cause, from which an outer engine gets its
 * classification.
 */
final class Unanswered {
    private Unanswered() {}

    static IOException of(GaveUpException gaveUp, boolean bodyCanBeSentAgain) {
        Throwable last = gaveUp.facts().failure();
        String message = message(gaveUp.facts(), bodyCanBeSentAgain);
        IOException thrown;
        if (hidesDoubt(gaveUp.facts())) {
            // A refused connection would imply that nothing was sent.
            thrown = new NotAnswered(message, gaveUp.classification());
        } else if (last instanceof HttpConnectTimeoutException) {
            thrown = new NotConnectedInTime(message, gaveUp.classification());
        } else if (last instanceof HttpTimeoutException || last instanceof AttemptTimeoutException) {
            thrown = new NotInTime(message, gaveUp.classification());
        } else if (last instanceof ConnectException) {
            thrown = new NotConnected(message, gaveUp.classification());
        } else {
            thrown = new NotAnswered(message, gaveUp.classification());
        }
        if (last != null) {
            thrown.initCause(last);
        }
        thrown.addSuppressed(gaveUp);
        return thrown;
    }

    /** The last attempt's reply; null if there is none or if it hides that an earlier attempt may have taken effect. */
    @SuppressWarnings("unchecked") // the engine keeps what the attempt returned
    static <T> @Nullable Reply<T> reply(GaveUpException gaveUp) {
        if (!(gaveUp.facts().result() instanceof Reply<?> reply)) {
            return null;
        }
        if (hidesDoubt(gaveUp.facts())) {
            try {
                reply.close();
            } catch (RuntimeException e) {
                gaveUp.addSuppressed(e);
            }
            return null;
        }
        return (Reply<T>) reply;
    }

    static void throwIfInterrupted(GaveUpException gaveUp) throws InterruptedException {
        if (gaveUp.reason() == StopReason.INTERRUPTED) {
            InterruptedException interruption = new InterruptedException(gaveUp.getMessage());
            interruption.addSuppressed(gaveUp);
            throw interruption;
        }
    }

    /** Whether an earlier attempt may have taken effect and the last failure alone does not show it. */
    static boolean hidesDoubt(GaveUp facts) {
        Classification last = facts.classification();
        return facts.mayHaveHappened() && last != null && last.doubt() != Doubt.RAISES;
    }

    private static String message(GaveUp facts, boolean bodyCanBeSentAgain) {
        if (facts.reason() == StopReason.UNKNOWN_OUTCOME) {
            return facts.message() + ". Send an Idempotency-Key header if the server honours it";
        }
        return bodyCanBeSentAgain
                ? facts.message()
                : facts.message() + ". The request's body can be sent only once; see ReplayableBody";
    }

    private static final class NotConnectedInTime extends HttpConnectTimeoutException implements Classified {
        private static final long serialVersionUID = 1L;

        private final transient @Nullable Classification classification;

        NotConnectedInTime(String message, Classification classification) {
            super(message);
            this.classification = classification;
        }

        @Override
        public Classification classification() {
            return orUnknown(classification, this);
        }
    }

    private static final class NotInTime extends HttpTimeoutException implements Classified {
        private static final long serialVersionUID = 1L;

        private final transient @Nullable Classification classification;

        NotInTime(String message, Classification classification) {
            super(message);
            this.classification = classification;
        }

        @Override
        public Classification classification() {
            return orUnknown(classification, this);
        }
    }

    private static final class NotConnected extends ConnectException implements Classified {
        private static final long serialVersionUID = 1L;

        private final transient @Nullable Classification classification;

        NotConnected(String message, Classification classification) {
            super(message);
            this.classification = classification;
        }

        @Override
        public Classification classification() {
            return orUnknown(classification, this);
        }
    }

    private static final class NotAnswered extends IOException implements Classified {
        private static final long serialVersionUID = 1L;

        private final transient @Nullable Classification classification;

        NotAnswered(String message, Classification classification) {
            super(message);
            this.classification = classification;
        }

        @Override
        public Classification classification() {
            return orUnknown(classification, this);
        }
    }

    /** The classification is not serialized; without it the outcome is unknown, which is always safe. */
    private static Classification orUnknown(@Nullable Classification classification, Exception failure) {
        return classification != null
                ? classification
                : Classification.unknownOutcome(String.valueOf(failure.getMessage()));
    }
}
