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
    /** The longest time without a request, whatever the server announced: its header may be wrong. */
    static final Duration LONGEST = Duration.ofMinutes(1);

    private static final int HOSTS_MAX = 1_000;

    private final Time time;
    /** By authority, the clock reading from which requests may be sent again. */
    private final Map<String, Long> closedUntil = new ConcurrentHashMap<>();

    Pacing(Time time) {
        this.time = time;
    }

    /** Throws if a request would exceed a rate limit known to be used up. */
    void requireOpen(URI uri) throws RateLimitedException {
        if (closedUntil.isEmpty()) {
            return;
        }
        String host = host(uri);
        Long until = closedUntil.get(host);
        long waitNanos = until == null ? 0 : until - time.nanoTime();
        if (waitNanos > 0) {
            throw new RateLimitedException(host, Duration.ofNanos(waitNanos));
        }
        if (until != null) {
            closedUntil.remove(host, until);
        }
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
            long nanos = Math.min(Durations.saturatedNanos(usedUpFor.get()), LONGEST.toNanos());
            closedUntil.put(host(uri), now + nanos);
        }
    }

    private static String host(URI uri) {
        String authority = uri.getRawAuthority();
        return authority == null ? "" : authority.substring(authority.indexOf('@') + 1);
    }
}
