package dev.oncemore.task.schedule;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A cron expression in a time zone. At clock changes:
 *
 * <ul>
 *   <li>An expression with specific hours follows wall-clock time. Times in a gap fire once, at the first instant after
 *       the gap; a time that occurs twice fires the first time.
 *   <li>An expression for every hour follows elapsed time: it also fires in the repeated hour.
 * </ul>
 */
final class Cron implements Timetable {
    /** The end of an expression with two restricted day fields: whether a day must match one of them, or both. */
    private static final Pattern CHOSEN_DAYS = Pattern.compile("(.*\\S)\\s+(either|both)", Pattern.CASE_INSENSITIVE);

    private static final long ALL_HOURS = 0xFF_FFFF;
    private static final Map<String, String> MACROS = Map.of(
            "@yearly", "0 0 1 1 *",
            "@annually", "0 0 1 1 *",
            "@monthly", "0 0 1 * *",
            "@weekly", "0 0 * * 0",
            "@daily", "0 0 * * *",
            "@midnight", "0 0 * * *",
            "@hourly", "0 * * * *");

    private final String written;
    private final ZoneId zone;
    private final long seconds;
    private final long minutes;
    private final long hours;
    private final CronDays days;

    private Cron(String written, ZoneId zone, String[] fields, @Nullable String days) {
        this.written = written;
        this.zone = zone;
        seconds = CronField.SECOND.read(fields[0]);
        minutes = CronField.MINUTE.read(fields[1]);
        hours = CronField.HOUR.read(fields[2]);
        this.days = new CronDays(
                CronField.DAY_OF_MONTH.read(fields[3]),
                CronField.MONTH.read(fields[4]),
                CronField.DAY_OF_WEEK.read(fields[5]),
                "either".equals(days));
        requireChoice(!fields[3].equals("*") && !fields[5].equals("*"), days);
    }

    /** Unix cron and Spring disagree about two restricted day fields, so that one of the two must be chosen. */
    private static void requireChoice(boolean restrictsBoth, @Nullable String days) {
        if (restrictsBoth && days == null) {
            throw new IllegalArgumentException("it restricts the day of month and the day of week: Unix cron fires when"
                    + " either matches, Spring's when both do; add 'either' or 'both' at the end");
        }
        if (!restrictsBoth && days != null) {
            throw new IllegalArgumentException(
                    "'" + days + "' is for expressions that restrict the day of month and the day of week");
        }
    }

    /**
     * Parses five fields (minute, hour, day of month, month, day of week), six with the second first, or a macro; and
     * {@code either} or {@code both} at the end, if both day fields are restricted.
     */
    static Cron parse(String expression, ZoneId zone) {
        String trimmed = expression.trim();
        Matcher chosen = CHOSEN_DAYS.matcher(trimmed);
        boolean isChosen = chosen.matches();
        String times = isChosen ? chosen.group(1) : trimmed;
        String days = isChosen ? chosen.group(2).toLowerCase(Locale.ROOT) : null;
        String meant = MACROS.getOrDefault(times.toLowerCase(Locale.ROOT), times);
        String[] fields = (meant.split("\\s+", -1).length == 5 ? "0 " + meant : meant).split("\\s+", -1);
        if (fields.length != 6) {
            throw refused(
                    expression,
                    "it has " + fields.length + " fields, but needs 5, or 6 with seconds; or one of "
                            + String.join(
                                    ", ", MACROS.keySet().stream().sorted().toList()));
        }
        Cron cron;
        try {
            cron = new Cron(trimmed, zone, fields, days);
        } catch (IllegalArgumentException e) {
            throw refused(expression, String.valueOf(e.getMessage()));
        }
        if (cron.days.nextOrSame(LocalDate.EPOCH) == null) {
            throw refused(expression, "it never fires: no month it names has such a day");
        }
        return cron;
    }

    private static IllegalArgumentException refused(String expression, String why) {
        return new IllegalArgumentException("cron '" + expression + "' is refused: " + why);
    }

    @Override
    public Instant next(Instant after) {
        ZoneRules rules = zone.getRules();
        return hours == ALL_HOURS ? nextByElapsedTime(after, rules) : nextByTheWall(after, rules);
    }

    private Instant nextByTheWall(Instant after, ZoneRules rules) {
        LocalDateTime local = LocalDateTime.ofInstant(after, zone);
        while (true) {
            local = nextOrSame(local.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1));
            ZoneOffsetTransition transition = rules.getTransition(local);
            // The first occurrence of a repeated time; for a time in a gap, the instant of the change.
            Instant instant = transition == null
                    ? local.toInstant(rules.getOffset(local))
                    : transition.isGap() ? transition.getInstant() : local.toInstant(transition.getOffsetBefore());
            if (instant.isAfter(after)) {
                return instant;
            }
        }
    }

    private Instant nextByElapsedTime(Instant after, ZoneRules rules) {
        ZoneOffset offset = rules.getOffset(after);
        Instant from = after.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
        ZoneOffsetTransition change = rules.nextTransition(after);
        while (true) {
            Instant candidate = nextOrSame(LocalDateTime.ofEpochSecond(from.getEpochSecond(), 0, offset))
                    .toInstant(offset);
            if (change == null || candidate.isBefore(change.getInstant())) {
                return candidate;
            }
            from = change.getInstant();
            offset = change.getOffsetAfter();
            change = rules.nextTransition(from);
        }
    }

    private LocalDateTime nextOrSame(LocalDateTime from) {
        LocalDate day = requireDay(from.toLocalDate());
        LocalTime time = day.equals(from.toLocalDate()) ? timeFrom(from.toLocalTime()) : firstTime();
        return time != null ? day.atTime(time) : requireDay(day.plusDays(1)).atTime(firstTime());
    }

    private LocalDate requireDay(LocalDate from) {
        LocalDate day = days.nextOrSame(from);
        if (day == null) {
            throw new IllegalStateException("cron '" + written + "' has no day after " + from);
        }
        return day;
    }

    private LocalTime firstTime() {
        return LocalTime.of(first(hours), first(minutes), first(seconds));
    }

    /** The first time of a day from this one on; null if the day has no more. */
    private @Nullable LocalTime timeFrom(LocalTime from) {
        for (int hour = from.getHour(); hour < 24; hour++) {
            if ((hours >>> hour & 1) == 0) {
                continue;
            }
            boolean sameHour = hour == from.getHour();
            for (int minute = sameHour ? from.getMinute() : 0; minute < 60; minute++) {
                boolean sameMinute = sameHour && minute == from.getMinute();
                long left = seconds & (-1L << (sameMinute ? from.getSecond() : 0));
                if ((minutes >>> minute & 1) != 0 && left != 0) {
                    return LocalTime.of(hour, minute, first(left));
                }
            }
        }
        return null;
    }

    private static int first(long values) {
        return Long.numberOfTrailingZeros(values);
    }

    @Override
    public String written() {
        return "cron " + zone + " " + written;
    }

    @Override
    public ZoneId zone() {
        return zone;
    }

    @Override
    public String toString() {
        return written + " " + zone;
    }
}
