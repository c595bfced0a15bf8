package dev.oncemore.http;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The time that a caller still waits, transmitted with a request. It is sent as a duration rather than a moment, so
 * that clocks need not agree. Written as {@value #HEADER}; {@code grpc-timeout} and
 * {@code x-envoy-expected-rq-timeout-ms} are read too, and the shortest applies.
 *
 * <pre>{@code
 * Optional<Duration> limit = RemainingTime.read(request::getHeader);
 * }</pre>
 */
public final class RemainingTime {
    /** The header, in whole milliseconds. */
    public static final String HEADER = "X-Remaining-Time-Ms";

    private static final String ENVOY = "x-envoy-expected-rq-timeout-ms";
    private static final String GRPC = "grpc-timeout";
    private static final Pattern MILLIS = Pattern.compile("[0-9]{1,12}");
    private static final Pattern GRPC_VALUE = Pattern.compile("([0-9]{1,8})([HMSmun])");

    private RemainingTime() {}

    /** The header's value: rounded down, but at least 1. */
    public static String format(Duration remaining) {
        if (remaining.isNegative()) {
            throw new IllegalArgumentException("remaining time must not be negative, but is " + remaining);
        }
        return Long.toString(Math.max(1, TimeUnit.NANOSECONDS.toMillis(saturatedNanos(remaining))));
    }

    /**
     * Returns how long the caller waits; empty without a readable header.
     *
     * @param header returns the first value of the header with this name, or null
     */
    public static Optional<Duration> read(Function<String, @Nullable String> header) {
        return Stream.of(millis(header.apply(HEADER)), millis(header.apply(ENVOY)), grpc(header.apply(GRPC)))
                .flatMap(Optional::stream)
                .min(Duration::compareTo);
    }

    private static Optional<Duration> millis(@Nullable String value) {
        return value == null || !MILLIS.matcher(value.trim()).matches()
                ? Optional.empty()
                : Optional.of(Duration.ofMillis(Long.parseLong(value.trim())));
    }

    private static Optional<Duration> grpc(@Nullable String value) {
        Matcher matcher = GRPC_VALUE.matcher(value == null ? "" : value.trim());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long amount = Long.parseLong(matcher.group(1));
        return Optional.of(
                switch (matcher.group(2)) {
                    case "H" -> Duration.ofHours(amount);
                    case "M" -> Duration.ofMinutes(amount);
                    case "S" -> Duration.ofSeconds(amount);
                    case "m" -> Duration.ofMillis(amount);
                    case "u" -> Duration.ofNanos(amount * 1_000);
                    default -> Duration.ofNanos(amount);
                });
    }

    private static long saturatedNanos(Duration span) {
        return span.compareTo(Duration.ofNanos(Long.MAX_VALUE)) >= 0 ? Long.MAX_VALUE : span.toNanos();
    }
}
