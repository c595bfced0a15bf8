package dev.oncemore.desk.sheet;

import dev.oncemore.observe.json.JsonObject;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * One line of what happened to a row.
 *
 * @param id its place among the others
 * @param row the row's number
 * @param at when
 * @param event what
 * @param who on whose behalf
 * @param docType what the document is
 * @param key the document's key; empty when it has no number
 * @param revision how often it had been sent again
 * @param attempt which attempt it was; 0 when it was none
 * @param httpStatus what the accounting system answered; 0 when there was no answer
 * @param documentId the document's id; empty when it has none
 * @param words what went wrong, or what was changed; empty when there is nothing to say
 */
public record RowLogEntry(
        String id,
        int row,
        Instant at,
        RowEvent event,
        String who,
        String docType,
        String key,
        int revision,
        int attempt,
        int httpStatus,
        String documentId,
        String words) {
    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);

    /** For logs: the fields that other lines of this toolkit have, in their order. */
    String json(String sheet) {
        JsonObject line = new JsonObject()
                .add("event", event.word())
                .add("timestamp", MILLIS.format(at))
                .add("who", who)
                .add("docType", docType)
                .add("rowNumber", row)
                .add("idempotencyKey", key)
                .add("sheet", sheet);
        if (attempt > 0) {
            line.add("attempt", attempt);
        }
        // An error has the field in any case: 0 says that the accounting system was not asked, or did not answer.
        if (httpStatus > 0 || event == RowEvent.ROW_PROCESSED_ERROR) {
            line.add("httpStatus", httpStatus);
        }
        if (!documentId.isEmpty()) {
            line.add("documentId", documentId);
        }
        boolean isError = event != RowEvent.ROW_EDITED && event != RowEvent.ROW_RESENT && !words.isEmpty();
        return (isError ? line.add("error", words.replace("\n", "; ")) : line).toString();
    }
}
