package dev.oncemore.desk.sheet;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

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
