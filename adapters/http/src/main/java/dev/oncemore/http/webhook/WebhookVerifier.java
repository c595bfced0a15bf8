package dev.oncemore.http.webhook;

import dev.oncemore.time.WallClock;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Verifies that a message is signed with a known secret and is fresh. An accepted message may still arrive more than
 * once: deduplicate it by its id, for example with an {@link dev.oncemore.task.inbox.Inbox}.
 *
 * <pre>{@code
 * WebhookVerifier verifier = WebhookVerifier.of(WebhookSecret.parse(secret));
 * if (verifier.verify(request::getHeader, body) != WebhookVerifier.Result.GENUINE) {
 *     response.setStatus(401);
 * }
 * }</pre>
 */
public final class WebhookVerifier {
    private static final int SIGNATURES_MAX = 20;

    private final List<WebhookSecret> secrets;
    private final InstantSource clock;
    private final Duration tolerance;

    private WebhookVerifier(List<WebhookSecret> secrets, InstantSource clock, Duration tolerance) {
        if (secrets.isEmpty() || secrets.size() > Endpoint.SECRETS_MAX) {
            throw new IllegalArgumentException(
                    "a verifier must have 1 to " + Endpoint.SECRETS_MAX + " secrets, but has " + secrets.size());
        }
        if (tolerance.isNegative() || tolerance.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("tolerance must be between 0 and 1 d, but is " + tolerance);
        }
        this.secrets = List.copyOf(secrets);
        this.clock = Objects.requireNonNull(clock, "clock");
        this.tolerance = tolerance;
    }

    /** Accepts messages signed with any of these secrets, within five minutes. */
    public static WebhookVerifier of(WebhookSecret... secrets) {
        return new WebhookVerifier(List.of(secrets), WallClock.system(), Duration.ofMinutes(5));
    }

    /** A copy with this clock. */
    public WebhookVerifier clock(InstantSource clock) {
        return new WebhookVerifier(secrets, clock, tolerance);
    }

    /** A copy that accepts messages whose timestamp is at most this far from now; up to a day. */
    public WebhookVerifier tolerance(Duration tolerance) {
        return new WebhookVerifier(secrets, clock, tolerance);
    }

    /** The result of a verification. */
    public enum Result {
        /** The signature matches one of the secrets. */
        GENUINE,
        /** A header is missing or unreadable. */
        MALFORMED,
        /** The timestamp is too old or in the future: it may be a replay attack. */
        STALE,
        /** No signature matches. */
        FORGED
    }

    /**
     * Verifies a message.
     *
     * @param header returns the value of the header with this name, or null
     * @param body the raw bytes of the body
     */
    public Result verify(Function<String, @Nullable String> header, byte[] body) {
        String id = header.apply(WebhookSignature.ID);
        String timestamp = header.apply(WebhookSignature.TIMESTAMP);
        String signatures = header.apply(WebhookSignature.SIGNATURE);
        if (id == null
                || !WebhookSignature.isId(id)
                || signatures == null
                || timestamp == null
                || !timestamp.matches("[0-9]{1,12}")) {
            return Result.MALFORMED;
        }
        long seconds = Long.parseLong(timestamp);
        boolean genuine = false;
        String[] given = signatures.split(" ", SIGNATURES_MAX + 1);
        for (WebhookSecret secret : secrets) {
            byte[] expected = secret.sign(id, seconds, body).getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < Math.min(given.length, SIGNATURES_MAX); i++) {
                genuine |= MessageDigest.isEqual(expected, given[i].getBytes(StandardCharsets.UTF_8));
            }
        }
        if (!genuine) {
            return Result.FORGED;
        }
        Duration age = Duration.between(Instant.ofEpochSecond(seconds), clock.instant());
        return age.abs().compareTo(tolerance) > 0 ? Result.STALE : Result.GENUINE;
    }
}
