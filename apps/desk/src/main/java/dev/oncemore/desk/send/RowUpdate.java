package dev.oncemore.desk.send;

import dev.oncemore.desk.sheet.RowLogEntry;
import dev.oncemore.desk.sheet.RowTransition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a request, as its rows show it.
 *
 * @param request which
 * @param transition what becomes of the rows
 * @param attempts how many attempts or questions there were by now; null when that stays
 * @param message why, for people
 * @param documentId the document's id; empty when it has none
 * @param lines what the log says; empty when this is nothing to speak of
 */
record RowUpdate(
        SendRequest request,
        RowTransition transition,
        @Nullable Integer attempts,
        String message,
        String documentId,
        List<RowLogEntry> lines) {}
