package dev.oncemore.desk.sheet;

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
 * @param reason why, for programs
 * @param message what is wrong, or what happened
 * @param documentId the document's id in the accounting system; empty when it has none
 * @param sentAt when it was last sent; null before
 * @param revision how often it was sent again
 * @param attempts how often it was sent or asked for in this revision without coming to an end
 */
public record SheetRow(
        int row,
        String document,
        Map<Column, String> cells,
        RowState state,
        RowReason reason,
        String message,
        String documentId,
        @Nullable Instant sentAt,
        int revision,
        int attempts) {
    public TypedRow line() {
        return new TypedRow(row, cells);
    }

    public SheetRow with(RowTransition transition, String newMessage) {
        return new SheetRow(
                row,
                document,
                cells,
                transition.to(),
                transition.reason(),
                newMessage,
                documentId,
                sentAt,
                revision,
                attempts);
    }

    /** With other cells, and hence perhaps in another document. */
    public SheetRow with(TypedRow line) {
        return new SheetRow(
                row, line.number(), line.cells(), state, reason, message, documentId, sentAt, revision, attempts);
    }
}
