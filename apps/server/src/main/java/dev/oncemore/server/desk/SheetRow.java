package dev.oncemore.server.desk;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row of a sheet and what became of it.
 *
 * @param row where it stands in the file
 * @param document the number of its document in its one form; empty when it has none
 * @param cells what was typed
 * @param state where it stands
 * @param message what is wrong, or what happened
 * @param documentId the document's id in the accounting system; empty when it has none
 * @param sentAt when it was last sent; null before
 * @param revision how often it was sent again
 * @param keyRevision how often it was sent again after it had been refused, which takes another key
 */
public record SheetRow(
        int row,
        String document,
        Map<Column, String> cells,
        RowState state,
        String message,
        String documentId,
        @Nullable Instant sentAt,
        int revision,
        int keyRevision) {
    TypedRow line() {
        return new TypedRow(row, cells);
    }

    SheetRow with(RowState newState, String newMessage) {
        return new SheetRow(row, document, cells, newState, newMessage, documentId, sentAt, revision, keyRevision);
    }

    /** With other cells, and hence perhaps in another document. */
    SheetRow with(TypedRow line) {
        return new SheetRow(
                row, line.number(), line.cells(), state, message, documentId, sentAt, revision, keyRevision);
    }
}
