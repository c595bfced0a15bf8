package dev.oncemore.http.client;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the rate-limit headers of a response: how long until requests are allowed again. Supports {@code RateLimit} in
 * both forms of the draft standard, and the pairs {@code RateLimit-}, {@code X-RateLimit-} and
 * {@code X-Rate-Limit-Remaining} and {@code -Reset}. A large reset is a time in seconds since 1970, a small one a
 * number of seconds.
 */
final class RateLimits {
    private static final String COMBINED = "ratelimit";
    private static final List<String> PREFIXES = List.of("ratelimit-", "x-ratelimit-", "x-rate-limit-");
    private static final long A_MOMENT_FROM = 1_000_000_000L;
    private static final int VALUE_LENGTH_MAX = 500;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,12}");
    private static final Pattern REMAINING = Pattern.compile("(?:^|[;,\\s])(?:r|remaining)=([0-9]{1,12})(?=[;,\\s]|$)");
    private static final Pattern RESET = Pattern.compile("(?:^|[;,\\s])(?:t|reset)=([0-9]{1,12})(?=[;,\\s]|$)");

    private final InstantSource clock;

    RateLimits(InstantSource clock) {
        this.clock = clock;
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
        if (!NUMBER.matcher(value.trim()).matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(value.trim());
        if (number < A_MOMENT_FROM) {
            return Optional.of(Duration.ofSeconds(number));
        }
        Duration wait = Duration.between(clock.instant(), Instant.ofEpochSecond(number));
        return Optional.of(wait.isNegative() ? Duration.ZERO : wait);
    }

    private static boolean isZero(String value) {
        return NUMBER.matcher(value.trim()).matches() && Long.parseLong(value.trim()) == 0;
    }

    private static Optional<Duration> longer(Optional<Duration> one, Optional<Duration> other) {
        return one.isPresent() && (other.isEmpty() || one.get().compareTo(other.get()) >= 0) ? one : other;
    }
}
