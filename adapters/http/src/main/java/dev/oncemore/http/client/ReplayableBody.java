package dev.oncemore.http.client;

import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Declares that a request's body can be sent more than once. {@code BodyPublishers.ofString}, {@code ofByteArray},
 * {@code ofByteArrays}, {@code ofFile} and {@code noBody} need no declaration. Other publishers may read streams that
 * can be consumed only once: without it their bodies are buffered, up to {@link RetryingHttpClient.Builder#bufferBodies
 * a bound}, and requests with larger ones are not retried.
 *
 * <pre>{@code
 * request.POST(ReplayableBody.of(BodyPublishers.ofInputStream(() -> openAgain())));
 * }</pre>
 */
public final class ReplayableBody implements BodyPublisher {
    private static final List<Class<?>> IN_MEMORY = List.of(
            BodyPublishers.noBody().getClass(),
            BodyPublishers.ofByteArray(new byte[0]).getClass(),
            BodyPublishers.ofString("").getClass(),
            BodyPublishers.ofByteArrays(List.of()).getClass());

    /** The JDK's file publisher can be recognised only by name, since creating one needs a file. */
    private static final String OF_FILE = "jdk.internal.net.http.RequestPublishers$FilePublisher";

    private final BodyPublisher body;

    private ReplayableBody(BodyPublisher body) {
        this.body = body;
    }

    /** Wraps a body that publishes all its bytes to every subscriber. */
    public static ReplayableBody of(BodyPublisher body) {
        return body instanceof ReplayableBody known ? known : new ReplayableBody(Objects.requireNonNull(body, "body"));
    }

    /** Whether a body, if any, is known to be replayable. */
    static boolean isKnown(Optional<BodyPublisher> body) {
        return body.isEmpty() || isKnown(body.get());
    }

    static boolean isKnown(BodyPublisher body) {
        return body instanceof ReplayableBody
                || IN_MEMORY.contains(body.getClass())
                || body.getClass().getName().equals(OF_FILE);
    }

    @Override
    public long contentLength() {
        return body.contentLength();
    }

    @Override
    public void subscribe(Flow.@Nullable Subscriber<? super ByteBuffer> subscriber) {
        body.subscribe(subscriber);
    }
}
