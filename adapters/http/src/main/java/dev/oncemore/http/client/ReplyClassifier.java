package dev.oncemore.http.client;

import dev.oncemore.http.HttpClassifications;
import dev.oncemore.http.RetryAfter;
import dev.oncemore.http.RetryHeaders;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.Doubt;
import java.io.EOFException;
import java.net.SocketException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** Classifies HTTP replies and failures. The policy's own rules come first. */
final class ReplyClassifier implements Classifier {
    private static final int FIRST_FAILURE = 400;
    private static final int CAUSES_MAX = 16;

    private final Classifier own;
    private final RetryAfter retryAfter;
    private final RateLimits limits;
    private final BooleanSupplier isShutDown;

    ReplyClassifier(Classifier own, RetryAfter retryAfter, RateLimits limits, BooleanSupplier isShutDown) {
        this.own = own;
        this.retryAfter = retryAfter;
        this.limits = limits;
        this.isShutDown = isShutDown;
    }

    @Override
    public Classification classify(Throwable failure) {
        Classification classification = own.classify(failure);
        if (isShutDown.getAsBoolean()) {
            // The shutdown ends the call, but the request may have taken effect.
            return Classification.permanent("the client was shut down: " + classification.reason())
                    .with(classification.doubt());
        }
        // HTTP refines what the policy classified only by the standard rules.
        Classification known = ofTls(failure, classification.reason());
        return known != null && classification.equals(Classifier.standard().classify(failure)) ? known : classification;
    }

    /** Nothing is sent before the TLS handshake completes. A peer that hung up may be available next time. */
    private static @Nullable Classification ofTls(Throwable failure, String reason) {
        if (!(failure instanceof SSLHandshakeException) && !(failure instanceof SSLPeerUnverifiedException)) {
            return null;
        }
        return hungUp(failure) ? Classification.transientFailure(reason) : Classification.permanent(reason);
    }

    /**
     * The JDK's client reports it by an EOF below the exception or, depending on the code path, only in the message.
     */
    private static boolean hungUp(Throwable failure) {
        Throwable at = failure;
        for (int i = 0; at != null && i < CAUSES_MAX; i++) {
            boolean said = at.getMessage() != null && at.getMessage().contains("terminated the handshake");
            if (said || at instanceof EOFException || at instanceof SocketException) {
                return true;
            }
            at = at.getCause();
        }
        return false;
    }

    @Override
    public @Nullable Classification judge(@Nullable Object result) {
        if (!(result instanceof Reply<?> reply)) {
            return own.judge(result);
        }
        Classification classification = own.judgesResults() ? own.judge(reply.response()) : null;
        return classification != null ? classification : ofReply(reply.response());
    }

    /**
     * A replayed refusal is the response to the first attempt: nothing happened. A replayed 500 leaves the outcome
     * open.
     */
    private @Nullable Classification ofReply(HttpResponse<?> response) {
        Classification classification = ofStatus(response);
        if (classification == null || classification.doubt() != Doubt.LEAVES) {
            return classification;
        }
        Optional<String> mark = response.headers().firstValue(RetryHeaders.REPLAYED);
        return mark.filter("true"::equalsIgnoreCase).isPresent() ? classification.with(Doubt.SETTLES) : classification;
    }

    private @Nullable Classification ofStatus(HttpResponse<?> response) {
        if (response.statusCode() < FIRST_FAILURE) {
            return null;
        }
        HttpHeaders headers = response.headers();
        Optional<Duration> asked = retryAfter.parse(
                headers.allValues("retry-after"), headers.firstValue("date").orElse(null));
        Optional<Duration> hint = response.statusCode() == 429 && asked.isEmpty() ? limits.usedUpFor(headers) : asked;
        return HttpClassifications.of(response.statusCode(), hint);
    }

    @Override
    public boolean judgesResults() {
        return true;
    }
}
