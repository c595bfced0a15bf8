package dev.oncemore.desk.send;

import dev.oncemore.jdbc.SqlOperations;
import dev.oncemore.once.record.Key;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/**
 * How often accounting systems refused documents, kept under the keys of their records. Only the holder of a document's claim
 * changes its count, whichever sheet the document comes from.
 */
final class DocumentRefusals {
    private final SqlOperations sql;
    private final InstantSource clock;

    DocumentRefusals(SqlOperations sql, InstantSource clock) {
        this.sql = sql;
        this.clock = clock;
    }

    /**
     * Counts one more. A repetition after a crash counts the same one, and a holder that lost its claim never lowers the count:
     * a key that stood for other content must not be used again.
     *
     * @param known the count that was read under the claim
     */
    void add(Key key, int known) {
        int isNew = sql.insertNew(
                "oncemore_document_refusal (doc_key, refusals, at)",
                List.of(List.of(key.value(), known + 1, clock.millis())));
        if (isNew == 0) {
            sql.update(
                    "UPDATE oncemore_document_refusal SET refusals = ?, at = ? WHERE doc_key = ? AND refusals < ?",
                    known + 1,
                    clock.millis(),
                    key.value(),
                    known + 1);
        }
    }

    /** Removes counts that have not changed since then; no accounting system keeps keys for so long. */
    int forget(Instant before) {
        return sql.update("DELETE FROM oncemore_document_refusal WHERE at < ?", before.toEpochMilli());
    }
}
