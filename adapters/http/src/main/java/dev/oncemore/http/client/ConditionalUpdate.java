package dev.oncemore.http.client;

import dev.oncemore.http.HttpClassifications;
import dev.oncemore.http.RetryAfter;
import dev.oncemore.retry.GaveUp;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.StopReason;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.WallClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Changes a resource without lost updates: reads it, applies the change, and writes it back with {@code If-Match} on
 * the ETag that was read. After a conflict (412) it reads again and applies the change to the current content, as often
 * as the policy has attempts.
 *
 * <pre>{@code
 * ConditionalUpdate update = new ConditionalUpdate(client, RetryPolicy.preset("api"));
 * HttpResponse<byte[]> saved = update.put(uri, current -> addLine(current));
 * }</pre>
 *
 * <p>If the reply to a write is lost, the change is not simply applied again, because the next read may already include
 * it. If the ETag is unchanged, the same bytes are sent again; if the resource holds exactly these bytes, the write
 * happened; otherwise the outcome is unknown, and the call ends with an {@link IOException} that states so. The same
 * applies if a write in doubt is followed only by refusals.
 *
 * <p>Retries happen here: an inner {@link RetryingHttpClient} makes one attempt per request.
 */
public final class ConditionalUpdate {
    private static final int PRECONDITION_FAILED = 412;
    private static final int OK = 200;

    private final HttpClient client;
    private final Retry retry;

    /** Updates through this client, in as many rounds as the policy has attempts. */
    public ConditionalUpdate(HttpClient client, RetryPolicy policy) {
        this.client = Objects.requireNonNull(client, "client");
        RetryAfter retryAfter = new RetryAfter(WallClock.system());
        retry = Retry.of(policy.toBuilder()
                .classifier(policy.classifier().onResult(HttpResponse.class, response -> judge(response, retryAfter)))
                .build());
    }

    /**
     * Reads, changes and writes until the write succeeds.
     *
     * @param change computes the new content from the current one; called again after a conflict
     * @return the response to the successful write, or to the first request that is not retryable; the last 412 if
     *     every round had a conflict. After a lost reply it can be the response to the read that showed the write.
     * @throws IOException if a request failed for good, or it is unknown whether the write happened
     * @throws IllegalStateException if the resource has no strong ETag
     */
    public HttpResponse<byte[]> put(URI uri, UnaryOperator<byte[]> change) throws IOException, InterruptedException {
        Rounds rounds = new Rounds(uri, change);
        try {
            return retry.attempt(Safety.idempotent(), attempt -> rounds.next());
        } catch (GaveUpException e) {
            return rounds.gaveUp(e);
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private static @Nullable Classification judge(HttpResponse<?> response, RetryAfter retryAfter) {
        if (response.statusCode() == PRECONDITION_FAILED) {
            return Classification.transientFailure("HTTP 412: the resource was changed concurrently");
        }
        return HttpClassifications.of(
                response.statusCode(),
                retryAfter.parse(
                        response.headers().allValues("retry-after"),
                        response.headers().firstValue("date").orElse(null)));
    }

    /** A write and the version it was based on. */
    private static final class Sent {
        final String etag;
        final byte[] content;

        Sent(String etag, byte[] content) {
            this.etag = etag;
            this.content = content;
        }
    }

    /** The sequential rounds of one update. */
    private final class Rounds {
        private final URI uri;
        private final UnaryOperator<byte[]> change;
        /** A write whose outcome is unknown. */
        private @Nullable Sent inDoubt;

        private @Nullable HttpResponse<byte[]> last;

        Rounds(URI uri, UnaryOperator<byte[]> change) {
            this.uri = uri;
            this.change = change;
        }

        /** Returns the last response, unless a write is in doubt that it does not cover. */
        HttpResponse<byte[]> gaveUp(GaveUpException e) throws IOException {
            GaveUp facts = e.facts();
            if (facts.failure() instanceof InDoubtException known) {
                throw new InDoubtException(String.valueOf(known.getMessage()), e);
            }
            if (inDoubt != null && Unanswered.hidesDoubt(facts)) {
                throw new InDoubtException(InDoubtException.message(uri, facts.message()), e);
            }
            if (facts.result() instanceof HttpResponse<?> response) {
                return Objects.requireNonNull(last, response::toString);
            }
            // Only a read can be in doubt here, and reads have no effect.
            if (inDoubt == null && e.reason() == StopReason.NOT_RETRYABLE) {
                if (facts.failure() instanceof IOException known) {
                    throw known;
                }
                if (facts.failure() instanceof RuntimeException known) {
                    throw known;
                }
            }
            throw Unanswered.of(e, true);
        }

        HttpResponse<byte[]> next() throws IOException, InterruptedException {
            HttpResponse<byte[]> current =
                    remember(client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofByteArray()));
            if (current.statusCode() != OK) {
                return current;
            }
            String etag = strongEtag(current);
            Sent doubt = inDoubt;
            if (doubt == null || doubt.etag.equals(etag)) {
                byte[] content = doubt != null ? doubt.content : change.apply(current.body());
                return write(current, new Sent(etag, content));
            }
            if (Arrays.equals(doubt.content, current.body())) {
                return current;
            }
            throw new InDoubtException(uri);
        }

        private HttpResponse<byte[]> write(HttpResponse<byte[]> read, Sent sent)
                throws IOException, InterruptedException {
            HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                    .header("If-Match", sent.etag)
                    .PUT(BodyPublishers.ofByteArray(sent.content));
            read.headers().firstValue("content-type").ifPresent(type -> request.header("Content-Type", type));
            boolean again = inDoubt != null;
            inDoubt = sent; // until there is a response
            HttpResponse<byte[]> written = remember(client.send(request.build(), BodyHandlers.ofByteArray()));
            Classification classification = HttpClassifications.of(written.statusCode(), Optional.empty());
            // A refusal of the second copy does not prove that the first was lost: it may conflict with that copy.
            inDoubt = classification != null && (again || classification.doubt() == Doubt.RAISES) ? sent : null;
            return written;
        }

        private HttpResponse<byte[]> remember(HttpResponse<byte[]> response) {
            last = response;
            return response;
        }
    }

    private static String strongEtag(HttpResponse<?> response) {
        String etag = response.headers().firstValue("etag").orElse("");
        if (etag.isEmpty() || etag.startsWith("W/")) {
            throw new IllegalStateException("a conditional update needs a strong ETag, but " + response.uri()
                    + (etag.isEmpty() ? " has none" : " has " + etag));
        }
        return etag;
    }
}
