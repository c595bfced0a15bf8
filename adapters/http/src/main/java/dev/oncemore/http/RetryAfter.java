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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code Retry-After} header: how long a server asks clients to wait. Supports seconds, fractions of them,
 * and the three date forms of HTTP; of several values the longest applies. A date is measured against the response's
 * own {@code Date} header if there is one, so that a wrong local clock does not matter. A date in the past means no
 * wait, and so does a year of two digits that would be over 50 years ahead; an unreadable value is no hint.
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
    private static final Pattern RFC_850 = Pattern.compile("([A-Za-z]+, )(\\d{2}-[A-Za-z]{3}-)(\\d{2})( .*)");
    private static final String LEAP_SECOND = " 23:59:60";
    private static final int YEARS_AHEAD_MAX = 50;

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
        Instant here = clock.instant();
        Instant now = Optional.ofNullable(date)
                .flatMap(sent -> instant(sent.trim(), here))
                .orElse(here);
        return instant(value, now).map(until -> {
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

    private static Optional<Instant> instant(String text, Instant now) {
        if (text.length() > VALUE_LENGTH_MAX) {
            return Optional.empty();
        }
        if (text.contains(LEAP_SECOND)) {
            return instant(text.replace(LEAP_SECOND, " 23:59:59"), now).map(second -> second.plusSeconds(1));
        }
        Matcher shortYear = RFC_850.matcher(text);
        if (shortYear.matches()) {
            return rfc850(shortYear, now);
        }
        return parsed(text, DateTimeFormatter.RFC_1123_DATE_TIME).or(() -> parsed(text, Forms.ASCTIME));
    }

    /** Two digits mean the last such year that is at most 50 years ahead, as RFC 9110 requires. */
    private static Optional<Instant> rfc850(Matcher text, Instant now) {
        LocalDateTime latest = LocalDateTime.ofInstant(now, ZoneOffset.UTC).plusYears(YEARS_AHEAD_MAX);
        int twoDigits = Integer.parseInt(text.group(3));
        int year = latest.getYear() - Math.floorMod(latest.getYear() - twoDigits, 100);
        // The day of the week belongs to one of the two centuries, so it is checked after the choice.
        boolean isTooFar = parsed(text.group(2) + year + text.group(4), Forms.RFC_850_DATE)
                .filter(latest.toInstant(ZoneOffset.UTC)::isBefore)
                .isPresent();
        int chosen = isTooFar ? year - 100 : year;
        return parsed(text.group(1) + text.group(2) + chosen + text.group(4), Forms.RFC_850);
    }

    /** Empty if the text is not of this form. */
    private static Optional<Instant> parsed(String text, DateTimeFormatter form) {
        try {
            return Optional.of(form.parse(text, RetryAfter::toInstant));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Instant toInstant(TemporalAccessor parsed) {
        return parsed.isSupported(ChronoField.OFFSET_SECONDS)
                ? ZonedDateTime.from(parsed).toInstant()
                : LocalDateTime.from(parsed).toInstant(ZoneOffset.UTC);
    }

    /** The two obsolete forms of HTTP dates, which servers still send; the first one with its year in full. */
    private static final class Forms {
        static final DateTimeFormatter RFC_850_DATE = form("dd-MMM-yyyy HH:mm:ss 'GMT'");
        static final DateTimeFormatter RFC_850 = form("EEEE, dd-MMM-yyyy HH:mm:ss 'GMT'");
        static final DateTimeFormatter ASCTIME = form("EEE MMM ppd HH:mm:ss yyyy");

        private static DateTimeFormatter form(String pattern) {
            return new DateTimeFormatterBuilder()
                    .parseCaseInsensitive()
                    .appendPattern(pattern)
                    .toFormatter(Locale.ENGLISH);
        }
    }
}
