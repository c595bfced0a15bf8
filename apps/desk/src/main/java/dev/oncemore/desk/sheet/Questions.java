package dev.oncemore.desk.sheet;

import dev.oncemore.desk.document.DocumentName;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Finds what may not be meant in a sheet. */
final class Questions {
    /** Fewer sheets make no median that says anything. */
    private static final int EARLIER_MIN = 5;

    private static final BigDecimal FACTOR = BigDecimal.valueOf(3);

    private Questions() {}

    /** Those that the file itself raises. */
    static List<Question> of(SheetFile file) {
        List<Question> questions = new ArrayList<>();
        hidden(file, questions);
        taxes(file, questions);
        numbers(file.lines(), questions);
        return questions;
    }

    private static void hidden(SheetFile file, List<Question> questions) {
        if (!file.hidden().isEmpty()) {
            questions.add(Question.about(Question.Code.HIDDEN, file.hidden(), Map.of()));
        }
    }

    private static void taxes(SheetFile file, List<Question> questions) {
        NumberStyle style = file.reading().numbers();
        List<TypedRow> small = file.lines().stream()
                .filter(line ->
                        Reading.fraction(line.cell(Column.TAX_RATE), style).isPresent())
                .toList();
        if (!small.isEmpty()) {
            String value = small.get(0).cell(Column.TAX_RATE);
            String percent = Reading.fraction(value, style)
                    .map(rate -> rate.stripTrailingZeros().toPlainString())
                    .orElse("");
            questions.add(Question.about(
                    Question.Code.TAX,
                    small.stream().map(TypedRow::row).toList(),
                    Map.of("value", Preview.shortened(value), "percent", percent)));
        }
    }

    /** Numbers that change when they are sent, and different numbers that people may take for the same. */
    private static void numbers(List<TypedRow> lines, List<Question> questions) {
        List<TypedRow> changed = new ArrayList<>();
        List<TypedRow> alike = new ArrayList<>();
        String other = "";
        Map<String, String> seen = new HashMap<>();
        for (TypedRow line : lines) {
            String number = line.number();
            if (!number.isEmpty() && !line.cell(Column.NUMBER).strip().equals(number)) {
                changed.add(line);
            }
            String first = seen.putIfAbsent(near(number), number);
            if (first != null && !first.equals(number)) {
                other = alike.isEmpty() ? first : other;
                alike.add(line);
            }
        }
        if (!changed.isEmpty()) {
            questions.add(Question.about(
                    Question.Code.NUMBERS,
                    changed.stream().map(TypedRow::row).toList(),
                    Map.of(
                            "value", changed.get(0).cell(Column.NUMBER).strip(),
                            "sent", changed.get(0).number())));
        }
        if (!alike.isEmpty()) {
            questions.add(Question.about(
                    Question.Code.ALIKE,
                    alike.stream().map(TypedRow::row).toList(),
                    Map.of("value", alike.get(0).number(), "other", other)));
        }
    }

    /** Numbers with the same form may be taken for the same by people. */
    static String near(String number) {
        return DocumentName.isAscii(number) ? number : Normalizer.normalize(number, Normalizer.Form.NFKC);
    }

    /**
     * Asks about a total of more than three times the median of earlier ones, or less than a third of it.
     *
     * @param earlier the totals of other sheets in the last three months
     */
    static Optional<Question> total(Total total, List<BigDecimal> earlier) {
        if (earlier.size() < EARLIER_MIN || total.documents() == 0) {
            return Optional.empty();
        }
        List<BigDecimal> sorted = earlier.stream().sorted().toList();
        int middle = sorted.size() / 2;
        BigDecimal median = sorted.size() % 2 == 1
                ? sorted.get(middle)
                : sorted.get(middle - 1).add(sorted.get(middle)).divide(BigDecimal.valueOf(2), RoundingMode.HALF_UP);
        boolean isUsual = median.signum() <= 0
                || (total.amount().compareTo(median.multiply(FACTOR)) <= 0
                        && total.amount().multiply(FACTOR).compareTo(median) >= 0);
        return isUsual
                ? Optional.empty()
                : Optional.of(Question.about(
                        Question.Code.TOTAL,
                        List.of(),
                        Map.of("total", amount(total.amount()), "usual", amount(median))));
    }

    /** Whether a yes to the earlier question about a total holds for this one: the total has come nearer to the usual one. */
    static boolean isNearer(Question now, Question earlier) {
        BigDecimal total = amount(now, "total");
        BigDecimal before = amount(earlier, "total");
        return total.compareTo(amount(now, "usual")) > 0 ? before.compareTo(total) >= 0 : before.compareTo(total) <= 0;
    }

    private static BigDecimal amount(Question question, String fact) {
        return new BigDecimal(question.facts().getOrDefault(fact, "0").replace(",", ""));
    }

    /** Tells what became of the same file before. */
    static Question sameFile(SheetContents.Earlier before, Map<RowState, Integer> counts) {
        int rows = counts.values().stream().mapToInt(Integer::intValue).sum();
        int created = counts.getOrDefault(RowState.CREATED, 0) + counts.getOrDefault(RowState.DUPLICATE, 0);
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("day", before.at().toString().substring(0, 10));
        facts.put("who", before.who());
        facts.put("created", Integer.toString(created));
        facts.put("rows", Integer.toString(rows));
        return Question.about(Question.Code.SAME_FILE, List.of(), facts);
    }

    private static String amount(BigDecimal amount) {
        return String.format(Locale.ROOT, "%,.2f", amount);
    }
}
