package dev.oncemore.desk.sheet;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A row with other values, and all that this changes: the rows of the document that it was in and of the one that it is in
 * now. However long a sheet is, no others need be looked at, since every row keeps its place.
 */
public final class Correction {
    private final Set<String> documents;
    private final int edited;
    private final Map<Integer, SheetRow> before;
    private final Map<Integer, SheetRow> after;
    private final CheckResult earlier;
    private final CheckResult now;

    private Correction(Sheet sheet, Set<String> documents, Map<Integer, SheetRow> before, SheetRow edited) {
        this.documents = Set.copyOf(documents);
        this.edited = edited.row();
        this.before = before;
        this.after = new TreeMap<>(before);
        after.put(edited.row(), edited);
        this.earlier = CheckResult.of(sheet, List.copyOf(before.values()));
        this.now = CheckResult.of(sheet, List.copyOf(after.values()));
    }

    public static Correction of(Sheet sheet, Sheets sheets, SheetRow old, SheetRow edited) {
        Map<Integer, SheetRow> found = new TreeMap<>();
        // Of the document above it, the row may be or have been a line without a number.
        Optional<SheetRow> above = sheets.rows().before(sheet.id(), old.row());
        Set<String> documents = new HashSet<>(List.of(old.document(), edited.document()));
        above.filter(row -> old.document().isEmpty() || edited.document().isEmpty())
                .ifPresent(row -> documents.add(row.document()));
        documents.forEach(
                document -> sheets.rows().around(sheet.id(), document).forEach(row -> found.put(row.row(), row)));
        found.put(old.row(), old);
        // In its new document it may follow on a row that is in neither.
        above.ifPresent(row -> found.putIfAbsent(row.row(), row));
        return new Correction(sheet, documents, found, edited);
    }

    /**
     * What was typed and may not be meant. A file is asked about; a person who types can write it clearly.
     *
     * @param numbers the numbers of all documents of the sheet
     */
    public static Optional<String> unclear(Sheet sheet, SheetRow old, SheetRow edited, Supplier<List<String>> numbers) {
        TypedRow line = edited.line();
        String tax = line.cell(Column.TAX_RATE);
        Optional<BigDecimal> percent = tax.equals(old.line().cell(Column.TAX_RATE))
                ? Optional.empty()
                : Reading.fraction(tax, sheet.reading().numbers());
        if (percent.isPresent()) {
            String clear = percent.get().stripTrailingZeros().toPlainString() + "% or " + tax + "%";
            return problem(edited, Column.TAX_RATE, tax, "a tax with its sign: " + clear);
        }
        String typed = line.cell(Column.NUMBER).strip();
        if (typed.equals(old.line().cell(Column.NUMBER).strip())
                || line.number().isEmpty()) {
            return Optional.empty();
        }
        if (!typed.equals(line.number())) {
            return problem(edited, Column.NUMBER, typed, "'" + line.number() + "', as which it would be sent");
        }
        String near = Questions.near(typed);
        return numbers.get().stream()
                .filter(number ->
                        !number.equals(typed) && Questions.near(number).equals(near))
                .findFirst()
                .flatMap(other -> problem(
                        edited,
                        Column.NUMBER,
                        typed,
                        "another number: it looks like '" + other + "', another document"));
    }

    private static Optional<String> problem(SheetRow row, Column column, String value, String expected) {
        return Optional.of(new CellProblem(row.row(), column, value, expected).sentence());
    }

    /** The rows that may be judged otherwise now. */
    public List<SheetRow> after() {
        return after.values().stream()
                .filter(row -> row.row() == edited || (!row.document().isEmpty() && documents.contains(row.document())))
                .toList();
    }

    /** A row as it is kept. */
    public SheetRow was(SheetRow row) {
        return before.getOrDefault(row.row(), row);
    }

    public CheckResult earlier() {
        return earlier;
    }

    public CheckResult now() {
        return now;
    }

    /** What can be sent of the whole sheet. */
    public Total counted(Sheet sheet, Total total) {
        return total.minus(earlier.total(document -> documents.contains(document) && wasCounted(sheet, document)))
                .plus(now.total(documents::contains));
    }

    /** Before it is confirmed a document may not count although its cells are fine: it had been created before. */
    private boolean wasCounted(Sheet sheet, String document) {
        return sheet.isConfirmed()
                || before.values().stream()
                        .filter(row -> row.document().equals(document))
                        .allMatch(row -> row.state() == RowState.PENDING);
    }
}
