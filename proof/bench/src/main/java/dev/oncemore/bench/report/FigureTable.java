package dev.oncemore.bench.report;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A Markdown table with a row for each case and metric, and a column for each subject. */
final class FigureTable {
    private FigureTable() {}

    static List<String> lines(Figures figures) {
        List<String> subjects =
                figures.all().stream().map(Figure::subject).distinct().toList();
        Map<String, List<Figure>> rows = figures.all().stream()
                .collect(Collectors.groupingBy(
                        figure -> figure.caseName() + " | " + figure.metric(),
                        LinkedHashMap::new,
                        Collectors.toList()));
        List<String> lines = new ArrayList<>();
        lines.add("| case | unit | " + String.join(" | ", subjects) + " |");
        lines.add("|---|---|" + "---|".repeat(subjects.size()));
        rows.forEach((caseAndUnit, row) -> lines.add("| " + caseAndUnit + " | "
                + subjects.stream().map(subject -> cell(row, subject)).collect(Collectors.joining(" | ")) + " |"));
        return lines;
    }

    /** The median, and the range if there is more than one round. */
    private static String cell(List<Figure> row, String subject) {
        return row.stream()
                .filter(figure -> figure.subject().equals(subject))
                .findFirst()
                .map(FigureTable::text)
                .orElse("");
    }

    private static String text(Figure figure) {
        String median = Numbers.grouped(figure.value());
        return figure.rounds() == 1
                ? median
                : median + " (" + Numbers.grouped(figure.least()) + " – " + Numbers.grouped(figure.most()) + ")";
    }
}
