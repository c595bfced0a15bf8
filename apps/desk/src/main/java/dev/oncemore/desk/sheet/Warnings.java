package dev.oncemore.desk.sheet;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What is valid, but probably a mistake. */
final class Warnings {
    private static final Pattern ZERO_LED = Pattern.compile("0\\d+");
    private static final Pattern DIGITS = Pattern.compile("[1-9]\\d*");

    private Warnings() {}

    static List<String> of(SheetFile file) {
        List<TypedRow> lines = file.lines();
        Reading reading = file.reading();
        List<String> warnings = new ArrayList<>();
        zeros(lines, warnings);
        negatives(lines, reading, warnings);
        return warnings;
    }

    /** A spreadsheet that takes numbers of documents for numbers drops their zeros. */
    private static void zeros(List<TypedRow> lines, List<String> warnings) {
        String like = "";
        for (TypedRow line : lines) {
            boolean isLonger = line.number().length() > like.length();
            if (isLonger && ZERO_LED.matcher(line.number()).matches()) {
                like = line.number();
            }
        }
        int length = like.length();
        List<TypedRow> shorter = length == 0
                ? List.of()
                : lines.stream()
                        .filter(line -> line.number().length() < length
                                && DIGITS.matcher(line.number()).matches())
                        .toList();
        if (!shorter.isEmpty()) {
            warnings.add(rows(shorter) + " may have lost zeros: the number is '"
                    + shorter.get(0).number() + "', but others are like '" + like + "'");
        }
    }

    private static void negatives(List<TypedRow> lines, Reading reading, List<String> warnings) {
        List<TypedRow> negative = lines.stream()
                .filter(line -> Cells.decimal(line.cell(Column.UNIT_PRICE), reading.numbers())
                        .filter(amount -> amount.signum() < 0)
                        .isPresent())
                .toList();
        if (!negative.isEmpty()) {
            warnings.add(rows(negative) + " has a negative amount: '"
                    + Preview.shortened(negative.get(0).cell(Column.UNIT_PRICE)) + "'");
        }
    }

    private static String rows(List<TypedRow> lines) {
        return rows(lines.get(0).row(), lines.size());
    }

    private static String rows(int first, int count) {
        return "row " + first + (count == 1 ? "" : " (and " + (count - 1) + " more)");
    }
}
