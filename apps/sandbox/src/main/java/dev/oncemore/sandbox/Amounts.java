package dev.oncemore.sandbox;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.TreeMap;

/**
 * The totals of a document.
 *
 * @param withoutTax the sum of all lines without tax
 * @param tax the sum of their tax, rounded once per rate
 */
record Amounts(BigDecimal withoutTax, BigDecimal tax) {
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    BigDecimal withTax() {
        return withoutTax.add(tax);
    }

    /** Adds up lines by tax rate. */
    static final class Sum {
        private final boolean taxIncluded;
        private final RoundingMode rounding;
        private final Map<BigDecimal, BigDecimal> byRate = new TreeMap<>();

        Sum(boolean taxIncluded, RoundingMode rounding) {
            this.taxIncluded = taxIncluded;
            this.rounding = rounding;
        }

        void add(BigDecimal amount, BigDecimal percent) {
            byRate.merge(percent, amount, BigDecimal::add);
        }

        Amounts amounts() {
            BigDecimal net = BigDecimal.ZERO;
            BigDecimal tax = BigDecimal.ZERO;
            for (Map.Entry<BigDecimal, BigDecimal> entry : byRate.entrySet()) {
                BigDecimal percent = entry.getKey();
                BigDecimal amount = entry.getValue();
                BigDecimal base = taxIncluded ? percent.add(HUNDRED) : HUNDRED;
                BigDecimal taxOfRate = amount.multiply(percent).divide(base, 0, rounding);
                tax = tax.add(taxOfRate);
                net = net.add(taxIncluded ? amount.subtract(taxOfRate) : amount);
            }
            return new Amounts(net.setScale(0, rounding), tax);
        }
    }
}
