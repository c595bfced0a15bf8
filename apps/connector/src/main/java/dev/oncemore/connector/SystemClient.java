package dev.oncemore.connector;

import dev.oncemore.http.RetryAfter;
import dev.oncemore.http.client.RetryingHttpClient;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.Limiter;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.Durations;
import dev.oncemore.time.Time;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP client of one accounting system, with its limits, meters and headers. It makes one attempt: the task that sends
 * a document repeats it, after a look-up if the outcome is unknown.
 */
final class SystemClient {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    /** As long as many documents may wait for their turn; each wait ends when an earlier request does. */
    private static final Duration TURN_MAX = Duration.ofHours(1);

    private final ConnectorSpec spec;
    private final RetryAfter retryAfter;
    private final RetryingHttpClient client;

    SystemClient(ConnectorSpec spec, Time time, InstantSource clock, RetryListener listener) {
        this.spec = spec;
        this.retryAfter = new RetryAfter(clock);
        RetryPolicy policy = RetryPolicy.named(spec.name)
                .maxAttempts(1)
                .attemptTimeout(spec.timeout)
                .noDeadline() // a wait for the turn is not limited by the time of a request
                .limiter(Limiter.concurrency(spec.concurrency).queueTimeout(TURN_MAX))
                .classifier(Classifier.standard().onResult(HttpResponse.class, this::judged))
                .build();
        HttpClient plain = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .build();
        RetryingHttpClient.Builder builder = RetryingHttpClient.builder(plain, policy)
                .listener(listener)
                .time(time)
                .wallClock(clock);
        for (RateWindow window : spec.rates) {
            if (window.remainingHeader() != null) {
                builder.rateLimit(window.span(), window.remainingHeader(), window.resetHeader());
            }
        }
        this.client = builder.build();
    }

    private SystemClient(SystemClient same, String operation) {
        this.spec = same.spec;
        this.retryAfter = same.retryAfter;
        this.client = same.client.operation(operation);
    }

    /** The same client under another label for meters and spans. */
    SystemClient operation(String name) {
        return new SystemClient(this, name);
    }

    /** How long nothing is sent because the limit of requests is used up; empty if it is not. */
    Optional<Duration> heldFor() {
        return client.heldFor(spec.address);
    }

    /** Sends a request and waits for the whole response, whatever its status. */
    HttpResponse<byte[]> send(HttpRequest request) throws InterruptedException {
        try {
            return client.send(request, head -> new BoundedBody());
        } catch (IOException e) {
            throw unanswered(request.uri(), e);
        } catch (IllegalArgumentException e) {
            // The JDK's client throws it for headers of the reply that it cannot read.
            throw unanswered(request.uri(), new IOException(e));
        }
    }

    /** As {@link #send}, but an interrupt does not end the wait; the thread's interrupt flag is set afterwards. */
    HttpResponse<byte[]> sendUninterrupted(HttpRequest request) {
        boolean isInterrupted = Thread.interrupted();
        try {
            return client.sendAsync(request, head -> new BoundedBody()).join();
        } catch (CompletionException e) {
            throw unanswered(request.uri(), e.getCause() instanceof IOException known ? known : new IOException(e));
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A failure without a response: its type says whether anything was sent. */
    private ConnectorException unanswered(URI uri, IOException failure) {
        Classification found = Classifier.standard().classify(failure);
        String words = words(uri.getHost(), failure, found);
        Classification told = switch (found.kind()) {
            case TRANSIENT -> Classification.transientFailure(words + "; nothing was sent");
            case THROTTLED -> Classification.throttled(words);
            // A certificate that is not trusted, for example: nothing was sent, and a person must act.
            case PERMANENT, DOMAIN_REJECTION, PROGRAMMER_ERROR ->
                found.doubt() == Doubt.RAISES
                        ? Classification.unknownOutcome(words)
                        : Classification.rejected(words).with(Doubt.LEAVES);
            case TIMEOUT_UNKNOWN_OUTCOME -> Classification.unknownOutcome(words);
        };
        Duration hint = found.suggestedDelay();
        boolean isHeld = found.kind() == FailureKind.THROTTLED;
        ConnectorException unanswered = new ConnectorException(hint == null ? told : told.notBefore(hint), 0, isHeld);
        unanswered.initCause(failure);
        return unanswered;
    }

    private String words(String host, IOException failure, Classification found) {
        if (found.kind() == FailureKind.THROTTLED) {
            return heldFor().isPresent() ? Pace.USED_UP : "too many requests wait for " + host;
        }
        if (found.kind() == FailureKind.TRANSIENT) {
            return "no connection to " + host;
        }
        return failure instanceof HttpTimeoutException
                ? "no complete response from " + host + " within " + Durations.format(spec.timeout)
                : "no complete response from " + host + " (" + cause(failure) + ")";
    }

    private static String cause(IOException failure) {
        Throwable first = failure.getCause() == null ? failure : failure.getCause();
        return first.getMessage() == null ? first.getClass().getSimpleName() : first.getMessage();
    }

    /** The wait that a response asks for. */
    Optional<Duration> wait(HttpResponse<?> response) {
        return retryAfter.parse(
                response.headers().allValues("Retry-After"),
                response.headers().firstValue("Date").orElse(null));
    }

    /** Judges responses by the connector file, so that meters and logs say what the desk does. */
    private @Nullable Classification judged(HttpResponse<?> response) {
        return response.statusCode() < 300 ? null : classification(response, "HTTP " + response.statusCode());
    }

    /** What a failed response means, for this reason. */
    Classification classification(HttpResponse<?> response, String reason) {
        int code = response.statusCode();
        Classification classification = switch (spec.status(code).meaning()) {
            case THROTTLED, LOCKED_OUT -> Classification.throttled(reason);
            case UNKNOWN -> Classification.unknownOutcome(reason);
            case FAILED -> Classification.transientFailure(reason);
            case REFUSED -> refused(code, reason);
        };
        Optional<Duration> wait = wait(response);
        return wait.isPresent() ? classification.notBefore(wait.get()) : classification;
    }

    /** A 401 or 403 leaves earlier doubt, because an earlier request may have created the document. */
    private Classification refused(int code, String reason) {
        boolean isAnswerForKey = spec.key != null && code != 401 && code != 403;
        return Classification.rejected(reason).with(isAnswerForKey ? Doubt.SETTLES : Doubt.LEAVES);
    }
}
