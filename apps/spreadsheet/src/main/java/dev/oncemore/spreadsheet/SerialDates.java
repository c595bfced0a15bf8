package dev.oncemore.spreadsheet;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Optional;

/** Dates as workbooks store them: days since 1900 or since 1904. */
final class SerialDates {
    /** The last day of the year 9999. */
    private static final int DAY_MAX = 2_958_465;

    private static final int DIGITS_MAX = 7;

    /** In workbooks 1900 has a 29th of February, which is day 60. */
    private static final int NO_SUCH_DAY = 60;

    private static final LocalDate BEFORE_1900 = LocalDate.of(1899, 12, 30);
    private static final LocalDate FIRST_1904 = LocalDate.of(1904, 1, 1);

    private SerialDates() {}

    /** The date of a number; the time of day is dropped. */
    static Optional<LocalDate> day(String number, boolean isFrom1904) {
        double value;
        try {
            BigDecimal exact = new BigDecimal(number);
            // A short text may be a number of a billion digits.
            if ((long) exact.precision() - exact.scale() > DIGITS_MAX) {
                return Optional.empty();
            }
            value = exact.doubleValue();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
        long days = (long) Math.floor(value);
        if (isFrom1904) {
            return days < 0 || days > DAY_MAX ? Optional.empty() : Optional.of(FIRST_1904.plusDays(days));
        }
        if (days < 1 || days > DAY_MAX || days == NO_SUCH_DAY) {
            return Optional.empty();
        }
        return Optional.of(BEFORE_1900.plusDays(days < NO_SUCH_DAY ? days + 1 : days));
    }
}
