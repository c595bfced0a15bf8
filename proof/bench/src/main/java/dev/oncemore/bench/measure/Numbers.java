package dev.oncemore.bench.measure;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Formats measured numbers. */
public final class Numbers {
    private static final MathContext DIGITS = new MathContext(3, RoundingMode.HALF_UP);

    private Numbers() {}

    /** Three significant digits, but all digits before the point: {@code 4.13}, {@code 23.5}, {@code 1234}. */
    public static String text(double value) {
        BigDecimal exact = BigDecimal.valueOf(value);
        BigDecimal rounded = Math.abs(value) >= 1_000 ? exact.setScale(0, RoundingMode.HALF_UP) : exact.round(DIGITS);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /** As {@link #text}, with separators between thousands: {@code 24,424}. */
    public static String grouped(double value) {
        return Math.abs(value) >= 1_000 ? String.format(Locale.ROOT, "%,.0f", value) : text(value);
    }

    /** A rounded duration: {@code 40 s}, {@code 2 min 10 s}, {@code 14 min}. */
    public static String span(double seconds) {
        long rounded = Math.max(1, Math.round(seconds));
        if (rounded < 60) {
            return rounded + " s";
        }
        return rounded < 300 ? rounded / 60 + " min " + rounded % 60 + " s" : Math.round(rounded / 60.0) + " min";
    }
}
