package dev.oncemore.internal;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * Bounds on decimal numbers from outside. A long number takes quadratic time to parse, and a few characters
 * ({@code 1e999999999}) can mean gigabytes of digits, so both are checked before a number is computed with or written out.
 *
 * @param charactersMax how long its text may be
 * @param digitsMax how many digits it may have before the point
 * @param decimalsMax how many digits it may have after the point
 */
public record DecimalBounds(int charactersMax, int digitsMax, int decimalsMax) {
    /**
     * Reads a number.
     *
     * @throws NumberFormatException if the text is no number
     * @throws ArithmeticException if it is outside of these bounds, or its text too long to be parsed
     */
    public BigDecimal read(String text) {
        if (text.length() > charactersMax) {
            throw new ArithmeticException("a number of " + text.length() + " characters");
        }
        BigDecimal number = new BigDecimal(text);
        if (!contains(number)) {
            throw new ArithmeticException("a number of too many digits");
        }
        return number;
    }

    /** As {@link #read}; empty if it throws. */
    public Optional<BigDecimal> tryRead(String text) {
        try {
            return Optional.of(read(text));
        } catch (NumberFormatException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** Whether a number is within these bounds, however its text was written. */
    public boolean contains(BigDecimal number) {
        // As long: an exponent may have any value that an int has.
        return number.scale() <= decimalsMax && (long) number.precision() - number.scale() <= digitsMax;
    }
}
