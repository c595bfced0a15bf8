package dev.oncemore.http.client;

import dev.oncemore.time.Durations;
import dev.oncemore.time.Time;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tracks hosts whose rate limit is used up. Until the limit resets, requests to them are not sent but count as
 * throttled, with the reset as the hint, so that the engine waits as it does for a 429.
 */
final class Pacing {
    private static final int HOSTS_MAX = 1_000;

    private final Time time;
    /** By authority, the clock reading from which requests may be sent again. */
    private final Map<String, Long> closedUntil = new ConcurrentHashMap<>();

    Pacing(Time time) {
        this.time = time;
    }

    /** Throws if a request would exceed a rate limit known to be used up. */
    void requireOpen(URI uri) throws RateLimitedException {
        Optional<Duration> wait = closedFor(uri);
        if (wait.isPresent()) {
            throw new RateLimitedException(host(uri), wait.get());
        }
    }

    /** How long requests to this host are not sent; empty if they are. */
    Optional<Duration> closedFor(URI uri) {
        if (closedUntil.isEmpty()) {
            return Optional.empty();
        }
        String host = host(uri);
        Long until = closedUntil.get(host);
        long waitNanos = until == null ? 0 : until - time.nanoTime();
        if (until != null && waitNanos <= 0) {
            closedUntil.remove(host, until);
        }
        return waitNanos > 0 ? Optional.of(Duration.ofNanos(waitNanos)) : Optional.empty();
    }

    /** Records the rate limit of a response. */
    void learn(URI uri, Optional<Duration> usedUpFor) {
        if (usedUpFor.isEmpty()) {
            return;
        }
        long now = time.nanoTime();
        if (closedUntil.size() >= HOSTS_MAX) {
            closedUntil.values().removeIf(until -> until - now <= 0);
        }
        if (closedUntil.size() < HOSTS_MAX) {
            long until = now + Math.min(Durations.saturatedNanos(usedUpFor.get()), Long.MAX_VALUE / 2);
            // Responses overtake each other: an older one must not shorten the wait.
            closedUntil.merge(host(uri), until, (one, other) -> one - other >= 0 ? one : other);
        }
    }

    private static String host(URI uri) {
        String authority = uri.getRawAuthority();
        return authority == null ? "" : authority.substring(authority.indexOf('@') + 1);
    }
}
