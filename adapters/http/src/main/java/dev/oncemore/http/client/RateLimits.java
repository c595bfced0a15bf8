package dev.oncemore.http.client;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rate-limit headers of a response: how long until requests are allowed again. Supports {@code RateLimit} in
 * both forms of the draft standard, and the pairs {@code RateLimit-}, {@code X-RateLimit-} and
 * {@code X-Rate-Limit-Remaining} and {@code -Reset}. A large reset is a time in seconds since 1970, a small one a
 * number of seconds, and it may be an instant such as {@code 2026-01-31T10:00:00Z}. Further headers can be declared.
 */
final class RateLimits {
    private static final String COMBINED = "ratelimit";
    private static final List<String> PREFIXES = List.of("ratelimit-", "x-ratelimit-", "x-rate-limit-");
    private static final long A_MOMENT_FROM = 1_000_000_000L;
    private static final int VALUE_LENGTH_MAX = 500;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,12}");
    private static final Pattern REMAINING = Pattern.compile("(?:^|[;,\\s])(?:r|remaining)=([0-9]{1,12})(?=[;,\\s]|$)");
    private static final Pattern RESET = Pattern.compile("(?:^|[;,\\s])(?:t|reset)=([0-9]{1,12})(?=[;,\\s]|$)");

    /** The longest time without a request that a header nobody declared can ask for: it may be wrong. */
    private static final Duration UNDECLARED_MAX = Duration.ofMinutes(1);

    private final InstantSource clock;
    private final List<Window> declared;

    RateLimits(InstantSource clock) {
        this(clock, List.of());
    }

    RateLimits(InstantSource clock, List<Window> declared) {
        this.clock = clock;
        this.declared = List.copyOf(declared);
    }

    /** Declared headers of a limit that counts requests over this span. */
    record Window(Duration span, String remaining, @Nullable String reset) {}

    /** How long no request should be sent after a response with these headers; empty while requests are left. */
    Optional<Duration> closedFor(HttpHeaders headers) {
        Optional<Duration> longest =
                usedUpFor(headers).map(wait -> wait.compareTo(UNDECLARED_MAX) > 0 ? UNDECLARED_MAX : wait);
        for (Window window : declared) {
            if (headers.firstValue(window.remaining())
                    .filter(RateLimits::isZero)
                    .isPresent()) {
                longest = longer(longest, Optional.of(reset(headers, window)));
            }
        }
        return longest;
    }

    /** The whole span if the header is absent or senseless: a wrong clock must not stop requests for days. */
    private Duration reset(HttpHeaders headers, Window window) {
        return Optional.ofNullable(window.reset())
                .flatMap(headers::firstValue)
                .flatMap(this::reset)
                .filter(wait -> wait.compareTo(window.span().multipliedBy(2)) <= 0)
                .orElse(window.span());
    }

    /** How long until the next request is allowed; empty while requests are left or without such headers. */
    Optional<Duration> usedUpFor(HttpHeaders headers) {
        Optional<Duration> longest = headers.firstValue(COMBINED).flatMap(this::combined);
        for (String prefix : PREFIXES) {
            Optional<String> remaining = headers.firstValue(prefix + "remaining");
            if (remaining.isPresent() && isZero(remaining.get())) {
                Optional<Duration> wait = headers.firstValue(prefix + "reset").flatMap(this::reset);
                longest = longer(longest, wait);
            }
        }
        return longest;
    }

    /** {@code "burst";r=0;t=30, "day";r=900;t=3600} as well as {@code limit=10, remaining=0, reset=30}. */
    private Optional<Duration> combined(String value) {
        if (value.length() > VALUE_LENGTH_MAX) {
            return Optional.empty();
        }
        String[] items = value.contains("=") && value.contains(";") ? value.split(",", -1) : new String[] {value};
        Optional<Duration> longest = Optional.empty();
        for (String item : items) {
            Matcher remaining = REMAINING.matcher(item);
            Matcher reset = RESET.matcher(item);
            if (remaining.find() && isZero(remaining.group(1)) && reset.find()) {
                longest = longer(longest, reset(reset.group(1)));
            }
        }
        return longest;
    }

    private Optional<Duration> reset(String value) {
        String text = value.trim();
        if (!NUMBER.matcher(text).matches()) {
            return instant(text).map(this::until);
        }
        long number = Long.parseLong(text);
        return Optional.of(number < A_MOMENT_FROM ? Duration.ofSeconds(number) : until(Instant.ofEpochSecond(number)));
    }

    private static Optional<Instant> instant(String text) {
        try {
            return text.length() > VALUE_LENGTH_MAX ? Optional.empty() : Optional.of(Instant.parse(text));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private Duration until(Instant moment) {
        Duration wait = Duration.between(clock.instant(), moment);
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    private static boolean isZero(String value) {
        return NUMBER.matcher(value.trim()).matches() && Long.parseLong(value.trim()) == 0;
    }

    private static Optional<Duration> longer(Optional<Duration> one, Optional<Duration> other) {
        return one.isPresent() && (other.isEmpty() || one.get().compareTo(other.get()) >= 0) ? one : other;
    }
}
