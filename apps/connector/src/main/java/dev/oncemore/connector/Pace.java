package dev.oncemore.connector;

import dev.oncemore.time.Time;
import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The rate limits of an accounting system, shared by all threads of this node. It learns limits from response headers, and
 * holds all requests while the system throttles or locks out.
 */
public final class Pace {
    private static final Duration HOLD_MAX = Duration.ofHours(24);
    private static final int ENDS_MAX = 200;
    private static final long FRESH_NANOS = Duration.ofMinutes(2).toNanos();
    private static final double NANOS_PER_MINUTE = 60e9;
    private static final double SECONDS_MAX = 365 * 86_400;
    private static final long EPOCH_SECOND_MIN = 1_000_000_000L;

    private final List<RateWindow> windows;
    private final Time time;
    private final InstantSource clock;
    private final Map<RateWindow, Long> limits = new HashMap<>();
    private final ArrayDeque<Long> ends = new ArrayDeque<>();
    private boolean isHeld;
    private long heldUntilNanos;
    private String why = "";

    Pace(List<RateWindow> windows, Time time, InstantSource clock) {
        this.windows = windows;
        this.time = time;
        this.clock = clock;
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
        if (left <= 0) {
            isHeld = false;
            return Optional.empty();
        }
        return Optional.of(new Hold(Duration.ofNanos(left), why));
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

    /** Reads the limits from a response's headers. */
    synchronized void learn(HttpHeaders headers) {
        for (RateWindow window : windows) {
            OptionalLong limit = number(headers, window.limitHeader());
            if (limit.isPresent() && limit.getAsLong() > 0) {
                // A lower limit in the file leaves room for other clients.
                limits.put(
                        window,
                        window.limit() == null ? limit.getAsLong() : Math.min(window.limit(), limit.getAsLong()));
            }
            OptionalLong remaining = number(headers, window.remainingHeader());
            if (remaining.isPresent() && remaining.getAsLong() <= 0) {
                hold(reset(headers, window), "its limit of requests is used up");
            }
        }
    }

    private Duration reset(HttpHeaders headers, RateWindow window) {
        String text = window.resetHeader() == null
                ? ""
                : headers.firstValue(window.resetHeader()).orElse("").strip();
        Duration span = span(text);
        boolean isSensible = span != null
                && !span.isNegative()
                && span.compareTo(window.span().multipliedBy(2)) <= 0;
        // A wrong clock must not hold requests for days.
        return isSensible && span != null ? span : window.span();
    }

    private @Nullable Duration span(String text) {
        try {
            if (text.matches("\\d{1,12}")) {
                long number = Long.parseLong(text);
                return number >= EPOCH_SECOND_MIN
                        ? Duration.between(clock.instant(), Instant.ofEpochSecond(number))
                        : Duration.ofSeconds(number);
            }
            return Duration.between(clock.instant(), Instant.parse(text));
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static OptionalLong number(HttpHeaders headers, @Nullable String name) {
        if (name == null) {
            return OptionalLong.empty();
        }
        String text = headers.firstValue(name).orElse("").strip();
        return text.matches("\\d{1,12}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    /** Notes that a document is finished. */
    public synchronized void ended() {
        ends.add(time.nanoTime());
        if (ends.size() > ENDS_MAX) {
            ends.remove();
        }
    }

    /** Estimates how long this many documents take: by the limits if known, else by the speed of the last ones. */
    public synchronized Optional<Estimate> estimate(int documents) {
        Estimate slowest = null;
        boolean isFirst = true;
        for (RateWindow window : windows) {
            Long limit = limits.get(window);
            // A longer window matters only when it cannot hold all of them.
            if (limit != null && (isFirst || documents > limit)) {
                double perMinute = limit * (60.0 / window.span().toSeconds());
                slowest = slower(slowest, new Estimate(span(documents, perMinute), perMinute));
                isFirst = false;
            }
        }
        if (slowest == null) {
            slowest = measured(documents);
        }
        Duration hold = held().map(Hold::span).orElse(Duration.ZERO);
        return Optional.ofNullable(slowest)
                .map(found -> new Estimate(found.span().plus(hold), found.perMinute()));
    }

    private static Estimate slower(@Nullable Estimate one, Estimate other) {
        return one == null || other.perMinute() < one.perMinute() ? other : one;
    }

    private @Nullable Estimate measured(int documents) {
        Long first = ends.peekFirst();
        Long last = ends.peekLast();
        if (first == null || last == null || ends.size() < 2 || time.nanoTime() - last > FRESH_NANOS) {
            return null;
        }
        double perMinute = (ends.size() - 1) * NANOS_PER_MINUTE / Math.max(1, last - first);
        return new Estimate(span(documents, perMinute), perMinute);
    }

    private static Duration span(int documents, double perMinute) {
        double seconds = Math.min(documents / perMinute * 60, SECONDS_MAX);
        return Duration.ofMillis((long) (seconds * 1_000));
    }
}
