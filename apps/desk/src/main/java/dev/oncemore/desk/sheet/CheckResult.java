package dev.oncemore.desk.sheet;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What the checks say of rows. A document is sent as a whole, so what is wrong with a line holds up its others. */
public final class CheckResult {
    private final Reading reading;
    private final List<TypedRow> lines;
    private final Map<Integer, List<CellProblem>> problems;
    private final Map<String, Integer> wrongDocuments = new HashMap<>();
    /** Documents below which stands a line without a number, and where. It may be theirs: half a document is never sent. */
    private final Map<String, Integer> incomplete = new HashMap<>();

    private CheckResult(Reading reading, List<TypedRow> lines) {
        this.reading = reading;
        this.lines = lines;
        this.problems = Checks.of(lines, reading);
        String before = "";
        for (TypedRow line : lines) {
            if (problems.containsKey(line.row()) && !line.number().isEmpty()) {
                wrongDocuments.putIfAbsent(line.number(), line.row());
            }
            if (line.number().isEmpty() && !before.isEmpty() && looksLikeALine(line)) {
                incomplete.putIfAbsent(before, line.row());
            }
            // A note or a sum ends the document above it.
            before = line.number().isEmpty() && looksLikeALine(line) ? before : line.number();
        }
    }

    /** A sum below a table has no quantity and price of its own; a line whose number is missing has both. */
    private boolean looksLikeALine(TypedRow line) {
        return Cells.decimal(line.cell(Column.QUANTITY), reading.numbers()).isPresent()
                && Cells.decimal(line.cell(Column.UNIT_PRICE), reading.numbers())
                        .isPresent();
    }

    public static CheckResult of(Reading reading, List<TypedRow> lines) {
        return new CheckResult(reading, lines);
    }

    public static CheckResult of(Sheet sheet, List<SheetRow> rows) {
        return of(sheet.reading(), rows.stream().map(SheetRow::line).toList());
    }

    /** How many rows have something wrong themselves. */
    int wrong() {
        return problems.size();
    }

    /** Why a row cannot be sent; empty when it can. */
    public Optional<String> of(TypedRow line) {
        List<CellProblem> own = problems.get(line.row());
        if (own != null) {
            return Optional.of(own.stream().map(CellProblem::sentence).collect(Collectors.joining("\n")));
        }
        return Optional.ofNullable(wrongDocuments.get(line.number()))
                .map(other -> "row " + other + " of the same document is wrong")
                .or(() -> Optional.ofNullable(incomplete.get(line.number()))
                        .map(other -> "row " + other + " below has no number and may be a line of this document;"
                                + " write a number into it"));
    }

    public Optional<String> of(SheetRow row) {
        return of(row.line());
    }

    /** As they are kept when nothing of them was sent yet. */
    SheetRow asNew(TypedRow line) {
        Optional<String> wrong = of(line);
        RowTransition transition = wrong.isPresent() ? RowTransition.UPLOADED_WRONG : RowTransition.UPLOADED;
        return new SheetRow(
                line.row(),
                line.number(),
                line.cells(),
                transition.to(),
                transition.reason(),
                wrong.orElse(""),
                "",
                null,
                0,
                0);
    }

    /** What can be sent of the documents that are counted. */
    Total total(Predicate<String> isCounted) {
        BigDecimal sum = BigDecimal.ZERO;
        Set<String> documents = new HashSet<>();
        for (TypedRow line : lines) {
            boolean isFine = of(line).isEmpty();
            if (isFine && isCounted.test(line.number())) {
                documents.add(line.number());
                sum = sum.add(Cells.decimal(line.cell(Column.QUANTITY), reading.numbers())
                        .orElseThrow()
                        .multiply(Cells.decimal(line.cell(Column.UNIT_PRICE), reading.numbers())
                                .orElseThrow()));
            }
        }
        return new Total(documents.size(), sum);
    }
}
