package dev.oncemore.desk.send;

import dev.oncemore.desk.sheet.RowLogEntry;
import dev.oncemore.desk.sheet.RowReason;
import dev.oncemore.desk.sheet.RowState;
import java.util.List;

/**
 * The result of a request, as its rows show it.
 *
 * @param request which
 * @param state where the rows stand then
 * @param reason why, for programs
 * @param message why, for people
 * @param documentId the document's id; empty when it has none
 * @param lines what the log says; empty when this is nothing to speak of
 */
record RowUpdate(
        SendRequest request,
        RowState state,
        RowReason reason,
        String message,
        String documentId,
        List<RowLogEntry> lines) {}
