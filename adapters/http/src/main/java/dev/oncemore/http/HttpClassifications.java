package dev.oncemore.http;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Doubt;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Classifies HTTP statuses for retries.
 *
 * <table>
 * <caption>Status and classification</caption>
 * <tr><td>below 400</td><td>no failure</td></tr>
 * <tr><td>429, 503 with a hint</td><td>throttled: retry, but not before the server's hint</td></tr>
 * <tr><td>503, 425</td><td>transient</td></tr>
 * <tr><td>500, 502, 504, 408 and other 5xx</td><td>unknown outcome: retry only with a key or an idempotent
 * method</td></tr>
 * <tr><td>409, 412</td><td>rejected: reload the state first</td></tr>
 * <tr><td>other 4xx</td><td>permanent</td></tr>
 * </table>
 */
public final class HttpClassifications {
    private HttpClassifications() {}

    /** Classifies a status; null if it is no failure. The hint is the value read by {@link RetryAfter}. */
    public static @Nullable Classification of(int status, Optional<Duration> retryAfter) {
        if (status < 400) {
            return null;
        }
        String reason = "HTTP " + status;
        Classification classification = switch (status) {
            case 429 -> Classification.throttled(reason);
            case 503 ->
                retryAfter.isPresent() ? Classification.throttled(reason) : Classification.transientFailure(reason);
            case 425 -> Classification.transientFailure(reason);
            case 408 -> Classification.unknownOutcome(reason);
            case 409, 412 ->
                // The conflict may be with the effect of an earlier attempt of this call.
                Classification.rejected(reason + ": read the state again before another try")
                        .with(Doubt.LEAVES);
            case 501, 505 -> Classification.permanent(reason);
            default -> status >= 500 ? Classification.unknownOutcome(reason) : Classification.permanent(reason);
        };
        return retryAfter.isPresent() && classification.retryable()
                ? classification.notBefore(retryAfter.get())
                : classification;
    }
}
