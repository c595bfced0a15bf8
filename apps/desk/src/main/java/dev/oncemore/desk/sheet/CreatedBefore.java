package dev.oncemore.desk.sheet;

import dev.oncemore.desk.document.CreatedDocument;
import dev.oncemore.desk.document.Document;
import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Resource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which documents of a sheet were created before it came, so that people see it before they confirm. That nothing is created
 * twice does not depend on this: sending checks it again.
 */
public final class CreatedBefore {
    /** Not looked up. */
    public static final CreatedBefore NOT_ASKED = new CreatedBefore();

    private static final int KEYS_AT_ONCE = 500;

    private final Map<String, Found> found = new HashMap<>();

    private CreatedBefore() {}

    /** What becomes of the rows of a document, and why. */
    private record Found(RowTransition transition, String id, String message) {}

    /** Asks for every document that nothing is wrong with. */
    static CreatedBefore of(RecordStore records, Sheet sheet, List<TypedRow> lines, CheckResult checked) {
        Map<String, List<SheetRow>> documents = new LinkedHashMap<>();
        for (TypedRow line : lines) {
            SheetRow row = checked.asNew(line);
            if (row.state() == RowState.PENDING) {
                documents
                        .computeIfAbsent(row.document(), none -> new ArrayList<>(1))
                        .add(row);
            }
        }
        CreatedBefore before = new CreatedBefore();
        List<String> numbers = List.copyOf(documents.keySet());
        for (int from = 0; from < numbers.size(); from += KEYS_AT_ONCE) {
            List<String> some = numbers.subList(from, Math.min(numbers.size(), from + KEYS_AT_ONCE));
            List<Key> keys = some.stream()
                    .map(number -> new DocumentName(sheet.company(), sheet.type(), number).key())
                    .toList();
            List<Optional<OnceRecord>> read = records.read(keys);
            for (int i = 0; i < some.size(); i++) {
                List<SheetRow> rows = documents.getOrDefault(some.get(i), List.of());
                read.get(i)
                        .filter(record -> record.state() == RecordState.SUCCEEDED && !record.expired())
                        .ifPresent(record -> before.add(record, sheet.document(rows)));
            }
        }
        return before;
    }

    private void add(OnceRecord record, Document document) {
        Resource resource = record.resource();
        String id = resource == null ? "" : resource.id();
        String number = document.name().number();
        found.put(
                number,
                isSame(record.response(), document)
                        ? new Found(
                                RowTransition.UPLOADED_CREATED,
                                id,
                                "it was created before, on "
                                        + record.updatedAt().toString().substring(0, 10) + " by " + record.who()
                                        + "; it is not sent")
                        : new Found(
                                RowTransition.UPLOADED_TAKEN,
                                "",
                                "the number " + number + " exists already with other content (id " + id
                                        + "); use another number for another document"));
    }

    private static boolean isSame(@Nullable Bytes response, Document document) {
        try {
            return response == null
                    || CreatedDocument.CODEC
                            .decode(response.toArray())
                            .content()
                            .equals(document.content());
        } catch (RuntimeException e) {
            // A person resolved the record, with another response.
            return true;
        }
    }

    /** Whether the document was there before, or its number is taken. */
    boolean contains(String document) {
        return found.containsKey(document);
    }

    /** The row with what is known of its document. */
    SheetRow told(SheetRow row) {
        Found one = row.state() == RowState.PENDING ? found.get(row.document()) : null;
        return one == null
                ? row
                : new SheetRow(
                        row.row(),
                        row.document(),
                        row.cells(),
                        one.transition().to(),
                        one.transition().reason(),
                        one.message(),
                        one.id(),
                        null,
                        row.revision(),
                        row.attempts());
    }
}
