package dev.oncemore.connector;

import dev.oncemore.time.Time;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The pace of an accounting system, shared by all threads of this node: how long nothing is sent because the system
 * throttles, locks out or has used up its limit, and how long documents will take.
 */
public final class Pace {
    static final String USED_UP = "its limit of requests is used up";
    private static final Pattern NUMBER = Pattern.compile("\\d{1,12}");
    private static final Duration HOLD_MAX = Duration.ofHours(24);
    private static final double SECONDS_MAX = 365 * 86_400;

    private final List<RateWindow> windows;
    private final Time time;
    private final Supplier<Optional<Duration>> usedUp;
    private final Map<RateWindow, Long> limits = new HashMap<>();
    private final RecentRate rate = new RecentRate();
    private boolean isHeld;
    private long heldUntilNanos;
    private String why = "";

    /**
     * The pace of a system.
     *
     * @param usedUp how long its limit of requests is used up, as the HTTP client learned it
     */
    Pace(List<RateWindow> windows, Time time, Supplier<Optional<Duration>> usedUp) {
        this.windows = windows;
        this.time = time;
        this.usedUp = usedUp;
        for (RateWindow window : windows) {
            if (window.limit() != null) {
                limits.put(window, window.limit().longValue());
            }
        }
    }

    /**
     * A pause of all requests.
     *
     * @param span the rest of the pause
     * @param why the reason
     */
    public record Hold(Duration span, String why) {}

    /**
     * An estimated duration.
     *
     * @param span the duration
     * @param perMinute the assumed number of documents per minute
     */
    public record Estimate(Duration span, double perMinute) {}

    /** The current hold; empty when requests may be sent. */
    public synchronized Optional<Hold> held() {
        long left = isHeld ? heldUntilNanos - time.nanoTime() : 0;
        isHeld = left > 0;
        Duration used = usedUp.get().orElse(Duration.ZERO);
        if (used.toNanos() > Math.max(0, left)) {
            return Optional.of(new Hold(used, USED_UP));
        }
        return isHeld ? Optional.of(new Hold(Duration.ofNanos(left), why)) : Optional.empty();
    }

    /** Holds all requests for this long; it never shortens an existing hold. */
    synchronized void hold(Duration span, String reason) {
        Duration bounded = span.compareTo(HOLD_MAX) > 0 ? HOLD_MAX : span;
        long until = time.nanoTime() + bounded.toNanos();
        if (!isHeld || until - heldUntilNanos > 0) {
            isHeld = true;
            heldUntilNanos = until;
            why = reason;
        }
    }

    /** Reads the limits from a response's headers, for estimates. */
    synchronized void learn(HttpHeaders headers) {
        for (RateWindow window : windows) {
            OptionalLong limit = number(headers, window.limitHeader());
            if (limit.isPresent() && limit.getAsLong() > 0) {
                // A lower limit in the file leaves room for other clients.
                limits.put(
                        window,
                        window.limit() == null ? limit.getAsLong() : Math.min(window.limit(), limit.getAsLong()));
            }
        }
    }

    private static OptionalLong number(HttpHeaders headers, @Nullable String name) {
        if (name == null) {
            return OptionalLong.empty();
        }
        String text = headers.firstValue(name).orElse("").strip();
        return NUMBER.matcher(text).matches() ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    /** Notes that a document is finished. */
    public synchronized void ended() {
        rate.ended(time.nanoTime());
    }

    /** Whether there were 30 seconds to measure. */
    public synchronized boolean isMeasured() {
        return rate.perMinute(time.nanoTime()).isPresent();
    }

    /**
     * Estimates how long this many documents take, by the last 30 seconds, and not better than the limits allow; empty before
     * there were 30 seconds.
     */
    public synchronized Optional<Estimate> estimate(int documents) {
        OptionalDouble measured = rate.perMinute(time.nanoTime());
        if (measured.isEmpty()) {
            return Optional.empty();
        }
        double perMinute = Math.min(measured.getAsDouble(), allowedPerMinute(documents));
        Duration hold = held().map(Hold::span).orElse(Duration.ZERO);
        return Optional.of(new Estimate(span(documents, perMinute).plus(hold), perMinute));
    }

    /** How many documents a minute this system takes now: by its limits, or else by the last seconds. */
    public synchronized double perMinute() {
        double allowed = allowedPerMinute(1);
        return allowed < Double.POSITIVE_INFINITY ? allowed : rate.perMinuteLately(time.nanoTime());
    }

    private double allowedPerMinute(int documents) {
        double slowest = Double.POSITIVE_INFINITY;
        for (RateWindow window : windows) {
            Long limit = limits.get(window);
            // A longer window matters only when it cannot hold all of them.
            if (limit != null && (slowest == Double.POSITIVE_INFINITY || documents > limit)) {
                slowest = Math.min(slowest, limit * (60.0 / window.span().toSeconds()));
            }
        }
        return slowest;
    }

    private static Duration span(int documents, double perMinute) {
        double seconds = Math.min(documents / perMinute * 60, SECONDS_MAX);
        return Duration.ofMillis((long) (seconds * 1_000));
    }
}
