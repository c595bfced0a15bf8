package dev.oncemore.desk.send;

import dev.oncemore.desk.sheet.RowLogEntry;
import dev.oncemore.desk.sheet.RowState;
import java.util.List;

/**
 * What became of an request, as its rows will show it.
 *
 * @param request which
 * @param state where the rows stand then
 * @param message what they say
 * @param documentId the document's id; empty when it has none
 * @param lines what the log says; empty when this is nothing to speak of
 */
record RowUpdate(SendRequest request, RowState state, String message, String documentId, List<RowLogEntry> lines) {}
