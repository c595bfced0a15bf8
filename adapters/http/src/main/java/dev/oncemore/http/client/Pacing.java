package dev.oncemore.http.client;

import dev.oncemore.time.Durations;
import dev.oncemore.time.Time;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers which hosts have said that their rate limit is used up. Until it is reset a request to them is not sent: it
 * counts as throttled, with the reset as the hint, so that the engine waits as it does for a 429.
 */
final class Pacing {
    /** After this long a request goes out and asks again, whatever the server said: its header may be nonsense. */
    static final Duration LONGEST = Duration.ofMinutes(1);

    private static final int HOSTS_MAX = 1_000;

    private final Time time;
    /** By authority, the reading of the clock from which on requests may go out. */
    private final Map<String, Long> closedUntil = new ConcurrentHashMap<>();

    Pacing(Time time) {
        this.time = time;
    }

    /** Throws when a request there would run into a limit that is known to be used up. */
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

    /** Takes note of what a response said. */
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
