package dev.oncemore.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code Retry-After} header: how long a server asks clients to wait. Supports seconds, fractions of them,
 * and the three date forms of HTTP; of several values the longest applies. A date is measured against the response's
 * own {@code Date} header if there is one, so that a wrong local clock does not matter. A date in the past means no
 * wait; an unreadable value is no hint.
 *
 * <pre>{@code
 * RetryAfter reader = new RetryAfter(InstantSource.system());
 * Optional<Duration> wait = reader.parse(response.headers().allValues("retry-after"), date);
 * }</pre>
 */
public final class RetryAfter {
    /** The value of a number with too many digits: longer than any server means, short enough to compute with. */
    public static final Duration LONGEST = Duration.ofDays(36_500);

    private static final int VALUES_MAX = 16;
    private static final int VALUE_LENGTH_MAX = 100;
    private static final Pattern SECONDS = Pattern.compile("[0-9]+(\\.[0-9]*)?");
    private static final Pattern RFC_850_YEAR = Pattern.compile(".*-\\d{2} .*");

    private final InstantSource clock;

    /** Uses this clock for dates in responses without a {@code Date} header. */
    public RetryAfter(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Returns how long to wait; empty if the header is absent or unreadable.
     *
     * @param values every value of the {@code Retry-After} header
     * @param date the response's {@code Date} header, or null
     */
    public Optional<Duration> parse(List<String> values, @Nullable String date) {
        return values.stream()
                .limit(VALUES_MAX)
                .map(value -> parseOne(value.trim(), date))
                .flatMap(Optional::stream)
                .max(Duration::compareTo);
    }

    private Optional<Duration> parseOne(String value, @Nullable String date) {
        if (value.isEmpty() || value.length() > VALUE_LENGTH_MAX) {
            return Optional.empty();
        }
        if (SECONDS.matcher(value).matches()) {
            return Optional.of(seconds(value));
        }
        return instant(value).map(until -> {
            Instant now = Optional.ofNullable(date).flatMap(RetryAfter::instant).orElseGet(clock::instant);
            Duration wait = Duration.between(now, until);
            return wait.isNegative() ? Duration.ZERO : shorter(wait, LONGEST);
        });
    }

    private static Duration seconds(String value) {
        double seconds = Double.parseDouble(value);
        return seconds >= LONGEST.toSeconds() ? LONGEST : Duration.ofMillis((long) Math.ceil(seconds * 1_000));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Optional<Instant> instant(String text) {
        if (text.length() > VALUE_LENGTH_MAX) {
            return Optional.empty();
        }
        for (DateTimeFormatter form : RFC_850_YEAR.matcher(text).matches() ? Forms.SHORT_YEAR : Forms.LONG_YEAR) {
            try {
                return Optional.of(form.parse(text.trim(), RetryAfter::toInstant));
            } catch (DateTimeException e) {
                // Not this form; try the next one. No matching form means no hint.
            }
        }
        return Optional.empty();
    }

    private static Instant toInstant(TemporalAccessor parsed) {
        return parsed.isSupported(ChronoField.OFFSET_SECONDS)
                ? ZonedDateTime.from(parsed).toInstant()
                : LocalDateTime.from(parsed).toInstant(ZoneOffset.UTC);
    }

    /** The preferred form of HTTP dates, and the two obsolete ones that servers still send. */
    private static final class Forms {
        private static final DateTimeFormatter RFC_850 = new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern("EEEE, dd-MMM-")
                .appendValueReduced(ChronoField.YEAR, 2, 2, 2000)
                .appendPattern(" HH:mm:ss 'GMT'")
                .toFormatter(Locale.ENGLISH);
        private static final DateTimeFormatter ASCTIME = new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern("EEE MMM ppd HH:mm:ss yyyy")
                .toFormatter(Locale.ENGLISH);

        static final List<DateTimeFormatter> SHORT_YEAR = List.of(RFC_850);
        static final List<DateTimeFormatter> LONG_YEAR = List.of(DateTimeFormatter.RFC_1123_DATE_TIME, ASCTIME);
    }
}
