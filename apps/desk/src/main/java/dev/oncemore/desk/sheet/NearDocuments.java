package dev.oncemore.desk.sheet;

import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.document.NearMatches;
import dev.oncemore.jdbc.SqlOperations;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds documents of sheets that resemble an unknown one that was asked for. */
final class NearDocuments {
    private static final int NAMED_MAX = 5;
    private static final int ROWS_MAX = 1_000;
    private static final int NUMBERS_AT_ONCE = 500;

    private final SqlOperations sql;

    NearDocuments(SqlOperations sql) {
        this.sql = sql;
    }

    /** The nearest first: the same number of another company or type, then other numbers of the same. */
    List<DocumentName> of(DocumentName asked) {
        Set<DocumentName> near = new LinkedHashSet<>();
        withNumbers(List.of(asked.number())).stream()
                .filter(found -> found.company().equals(asked.company())
                        || !NearMatches.among(asked.company(), List.of(found.company()))
                                .isEmpty())
                .forEach(near::add);
        near.addAll(ofSame(asked));
        near.remove(asked);
        return near.stream().limit(NAMED_MAX).toList();
    }

    private List<DocumentName> ofSame(DocumentName asked) {
        List<String> numbers = NearMatches.numbers(asked.number());
        List<DocumentName> found = new ArrayList<>();
        for (int i = 0; i < numbers.size() && found.size() < NAMED_MAX; i += NUMBERS_AT_ONCE) {
            List<String> some = numbers.subList(i, Math.min(numbers.size(), i + NUMBERS_AT_ONCE));
            Set<DocumentName> known = new HashSet<>(withNumbers(some));
            some.stream()
                    .map(number -> new DocumentName(asked.company(), asked.type(), number))
                    .filter(known::contains)
                    .forEach(found::add);
        }
        return found;
    }

    private List<DocumentName> withNumbers(List<String> numbers) {
        return sql.query(
                "SELECT DISTINCT s.company, s.type, r.document FROM (SELECT document, sheet_id FROM oncemore_sheet_row"
                        + " WHERE document IN (" + String.join(", ", Collections.nCopies(numbers.size(), "?"))
                        + ") LIMIT " + ROWS_MAX + ") r JOIN oncemore_sheet s ON s.id = r.sheet_id",
                row -> new DocumentName(row.getString(1), DocumentType.parse(row.getString(2)), row.getString(3)),
                numbers.toArray());
    }
}
