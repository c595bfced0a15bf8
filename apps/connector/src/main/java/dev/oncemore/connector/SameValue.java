package dev.oncemore.connector;

import dev.oncemore.internal.DecimalBounds;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Predicate;

/** Compares values: as texts, and as numbers of a length that no response can make expensive. */
final class SameValue {
    private static final DecimalBounds NUMBERS = new DecimalBounds(64, 128, 64);

    private SameValue() {}

    static boolean isSame(String ours, String theirs) {
        return as(ours).test(theirs);
    }

    /** Whether a value is the same as ours, which is read once: a response may have hundreds of thousands to compare. */
    static Predicate<String> as(String ours) {
        Optional<BigDecimal> number = NUMBERS.tryRead(ours);
        return theirs -> ours.equals(theirs)
                || (number.isPresent()
                        && NUMBERS.tryRead(theirs)
                                .map(other -> other.compareTo(number.get()) == 0)
                                .orElse(false));
    }
}
