package dev.oncemore.desk.billing;

import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.sheet.CellProblem;
import dev.oncemore.desk.sheet.Checks;
import dev.oncemore.desk.sheet.Column;
import dev.oncemore.desk.sheet.Reading;
import dev.oncemore.desk.sheet.TypedRow;
import dev.oncemore.internal.DecimalBounds;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a customer is billed each month.
 *
 * @param company whose document it is
 * @param customer a short name, which is part of the document's number
 * @param type what kind of document
 * @param partner whom it is for, as the document names them
 * @param description what the line is about
 * @param quantity how many
 * @param unitPrice the price of one, without tax
 * @param taxRate the tax in percent
 */
public record BillingPlan(
        String company,
        String customer,
        DocumentType type,
        String partner,
        String description,
        BigDecimal quantity,
        BigDecimal unitPrice,
        BigDecimal taxRate) {
    private static final Pattern CUSTOMER = Pattern.compile("[A-Za-z0-9._-]{1,40}");
    private static final int TEXT_MAX = 200;
    private static final int QUOTED_MAX = 60;
    /** What is parsed at all; whether it is valid is checked afterwards. */
    private static final DecimalBounds AMOUNTS = new DecimalBounds(40, 40, 20);

    private static final BigDecimal AMOUNT_MAX = new BigDecimal("1000000000000");
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final DateTimeFormatter IN_NUMBERS = DateTimeFormatter.ofPattern("yyyyMM");

    /** Checks it. */
    public BillingPlan {
        DocumentName.requireCompany(company);
        if (!CUSTOMER.matcher(customer).matches()) {
            throw new IllegalArgumentException("the customer is '" + shortened(customer)
                    + "', but 1 to 40 letters (a-z), digits, dots, dashes or underscores are expected, such as c-17");
        }
        partner = requireText("partner", partner);
        description = requireText("description", description);
        requireAmount("quantity", quantity);
        requireAmount("unit_price", unitPrice);
        requireShort("tax_rate", taxRate);
        if (taxRate.signum() < 0 || taxRate.compareTo(HUNDRED) > 0) {
            throw new IllegalArgumentException(
                    "tax_rate is " + taxRate.toPlainString() + ", but must be from 0 to 100");
        }
    }

    /** Reads an amount as it was typed. */
    public static BigDecimal amount(String name, String text) {
        try {
            return AMOUNTS.read(text);
        } catch (ArithmeticException e) {
            IllegalArgumentException refusal = tooLarge(name, shortened(text));
            refusal.initCause(e);
            throw refusal;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + name + "' must be a number, such as 1200 or 12.50", e);
        }
    }

    private static String shortened(String text) {
        return text.length() <= QUOTED_MAX ? text : text.substring(0, QUOTED_MAX) + "…";
    }

    private static String requireText(String name, String text) {
        String stripped = text.strip();
        if (stripped.isEmpty()
                || stripped.length() > TEXT_MAX
                || stripped.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("'" + name + "' must be 1 to " + TEXT_MAX + " characters on one line");
        }
        return stripped;
    }

    private static void requireAmount(String name, BigDecimal amount) {
        requireShort(name, amount);
        if (amount.abs().compareTo(AMOUNT_MAX) > 0 || amount.scale() > 6) {
            throw tooLarge(name, amount.toPlainString());
        }
    }

    /** Refuses 1E+999 and 1E-999, which are short, but not when they are written in full. */
    private static void requireShort(String name, BigDecimal amount) {
        if (!AMOUNTS.contains(amount)) {
            throw tooLarge(name, shortened(amount.toString()));
        }
    }

    private static IllegalArgumentException tooLarge(String name, String amount) {
        return new IllegalArgumentException(
                "'" + name + "' is " + amount + ", but must be at most 1,000,000,000,000 with at most 6 decimals");
    }

    /** The number of its document for a month. */
    String number(YearMonth month) {
        return "B-" + customer + "-" + month.format(IN_NUMBERS);
    }

    /** The row of its document for a month. */
    Map<Column, String> cells(YearMonth month) {
        Map<Column, String> cells = new EnumMap<>(Column.class);
        cells.put(Column.NUMBER, number(month));
        cells.put(Column.DATE, month.atEndOfMonth().toString());
        cells.put(Column.PARTNER, partner);
        cells.put(Column.DESCRIPTION, description + " " + month);
        cells.put(Column.QUANTITY, quantity.toPlainString());
        cells.put(Column.UNIT_PRICE, unitPrice.toPlainString());
        cells.put(Column.TAX_RATE, taxRate.toPlainString());
        return cells;
    }

    /** Why no document of a month can be sent, by the checks that every sheet meets; empty when one can. */
    Optional<String> wrong(YearMonth month) {
        List<CellProblem> problems = Checks.of(List.of(new TypedRow(1, cells(month))), Reading.earlier("UTF-8", ','))
                .getOrDefault(1, List.of());
        return problems.isEmpty()
                ? Optional.empty()
                : Optional.of(problems.stream()
                        .map(problem -> "'" + problem.column().word() + "' is '" + problem.value() + "', expected "
                                + problem.expected())
                        .collect(Collectors.joining("; ")));
    }
}
