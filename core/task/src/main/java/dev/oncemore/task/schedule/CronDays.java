package dev.oncemore.task.schedule;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The days of a cron expression. A day must match both day fields; with {@code eitherDay}, for two fields that differ from
 * {@code *}, one match is enough.
 */
record CronDays(long daysOfMonth, long months, long daysOfWeek, boolean eitherDay) {
    /** The calendar repeats after 400 years: an expression without a day until then never has one. */
    private static final int CALENDAR_CYCLE_YEARS = 400;

    /** The first matching day from this one on; null if there is none. */
    @Nullable
    LocalDate nextOrSame(LocalDate from) {
        LocalDate end = from.plusYears(CALENDAR_CYCLE_YEARS);
        LocalDate day = from;
        while (day.isBefore(end)) {
            if ((months >>> day.getMonthValue() & 1) == 0) {
                day = day.withDayOfMonth(1).plus(1, ChronoUnit.MONTHS);
            } else if (has(day)) {
                return day;
            } else {
                day = day.plusDays(1);
            }
        }
        return null;
    }

    private boolean has(LocalDate day) {
        boolean ofMonth = (daysOfMonth >>> day.getDayOfMonth() & 1) != 0
                || ((daysOfMonth >>> CronField.LAST & 1) != 0 && day.getDayOfMonth() == day.lengthOfMonth());
        boolean ofWeek = (daysOfWeek >>> day.getDayOfWeek().getValue() % 7 & 1) != 0;
        return eitherDay ? ofMonth || ofWeek : ofMonth && ofWeek;
    }
}
