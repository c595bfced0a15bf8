package dev.oncemore.server.desk;

import java.util.List;

/**
 * What became of an errand, as its rows will show it.
 *
 * @param errand which
 * @param state where the rows stand then
 * @param message what they say
 * @param documentId the document's id; empty when it has none
 * @param lines what the log says; empty when this is nothing to speak of
 */
record RowUpdate(SendRequest errand, RowState state, String message, String documentId, List<RowLogEntry> lines) {}
