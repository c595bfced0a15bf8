package dev.oncemore.connector;

import java.math.BigDecimal;
import java.util.Optional;

/** Compares values: as texts, and as numbers of a length that no response can make expensive. */
final class SameValue {
    private static final int LENGTH_MAX = 64;
    private static final int SCALE_MAX = 64;

    private SameValue() {}

    static boolean isSame(String ours, String theirs) {
        if (ours.equals(theirs)) {
            return true;
        }
        Optional<BigDecimal> number = number(ours);
        return number.isPresent()
                && number(theirs)
                        .map(other -> other.compareTo(number.get()) == 0)
                        .orElse(false);
    }

    private static Optional<BigDecimal> number(String text) {
        if (text.length() > LENGTH_MAX) {
            return Optional.empty();
        }
        try {
            BigDecimal number = new BigDecimal(text);
            return Math.abs((long) number.scale()) > SCALE_MAX ? Optional.empty() : Optional.of(number);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
