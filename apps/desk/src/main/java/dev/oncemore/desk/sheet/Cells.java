package dev.oncemore.desk.sheet;

import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.internal.DecimalBounds;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the text of a cell as a number. An ambiguous text is not read. */
final class Cells {
    private static final Pattern PLAIN = Pattern.compile("-?\\d{1,15}(\\.\\d{1,10})?");
    private static final Pattern POINT = Pattern.compile("-?[1-9]\\d{0,2}([,' ]\\d{3}){1,4}(\\.\\d{1,10})?");
    private static final Pattern COMMA =
            Pattern.compile("-?(\\d{1,15}|[1-9]\\d{0,2}(\\.\\d{3}){1,4}|[1-9]\\d{0,2}([' ]\\d{3}){1,4})(,\\d{1,10})?");
    private static final Pattern EITHER = Pattern.compile("-?[1-9]\\d{0,2}[.,]\\d{3}");
    /** A backslash is the yen sign of Japanese Windows: both are the same byte in its files. */
    private static final Pattern CURRENCY = Pattern.compile("^[¥\\\\€$£] ?|(?<=^-)[¥\\\\€$£] ?| ?[¥€$£円]$");

    /** Wider than the patterns, so that only these decide. */
    private static final DecimalBounds NUMBERS = new DecimalBounds(40, 15, 10);

    private Cells() {}

    /** A number, as people write it: with or without thousands and a currency, negative with a sign before or behind it. */
    static Optional<BigDecimal> decimal(String text, NumberStyle style) {
        if (style == NumberStyle.POINT && isPlainDecimal(text)) {
            return NUMBERS.tryRead(text);
        }
        String bare = isPlain(text) ? text : bare(DocumentName.normal(text));
        return switch (style) {
            case POINT -> point(bare);
            case COMMA -> comma(bare);
            case UNSURE ->
                EITHER.matcher(bare).matches() ? Optional.empty() : comma(bare).or(() -> point(bare));
        };
    }

    private static Optional<BigDecimal> point(String bare) {
        if (isPlain(bare) || PLAIN.matcher(bare).matches()) {
            return NUMBERS.tryRead(bare);
        }
        return POINT.matcher(bare).matches() ? NUMBERS.tryRead(bare.replaceAll("[,' ]", "")) : Optional.empty();
    }

    private static Optional<BigDecimal> comma(String bare) {
        return COMMA.matcher(bare).matches()
                ? NUMBERS.tryRead(bare.replaceAll("[.' ]", "").replace(',', '.'))
                : Optional.empty();
    }

    /** A rate, with or without its sign. */
    static Optional<BigDecimal> percent(String text, NumberStyle style) {
        String normal = isPlain(text) ? text : DocumentName.normal(text);
        return decimal(
                normal.endsWith("%") ? normal.substring(0, normal.length() - 1).strip() : normal, style);
    }

    /** Whether it is digits and nothing else, which most cells are. */
    private static boolean isPlain(String text) {
        if (text.isEmpty() || text.length() > 15) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** As {@link #isPlain}, with one point in the middle. */
    private static boolean isPlainDecimal(String text) {
        int point = text.indexOf('.');
        return point > 0
                && text.length() - point <= 10
                && isPlain(text.substring(0, point))
                && isPlain(text.substring(point + 1));
    }

    private static String bare(String normal) {
        String text = normal.replace('−', '-').replace('’', '\'');
        boolean isNegative = false;
        if (text.startsWith("△") || text.startsWith("▲")) {
            isNegative = true;
            text = text.substring(1);
        } else if (text.startsWith("(") && text.endsWith(")")) {
            isNegative = true;
            text = text.substring(1, text.length() - 1);
        } else if (text.length() > 1 && text.endsWith("-")) {
            isNegative = true;
            text = text.substring(0, text.length() - 1);
        }
        String plain = CURRENCY.matcher(text.strip()).replaceAll("").strip();
        // Twice negative is nothing that anybody means.
        return isNegative ? "-" + plain : plain;
    }
}
