package dev.oncemore.jdbc.internal.sql;

/**
 * Clauses that each database writes in its own way. Statements name them as placeholders.
 *
 * @param now {@code ${now}}: the database's time in microseconds, the same all through a statement
 * @param forUpdate {@code ${for_update}}: locks the rows that are read; empty where a transaction locks the whole database
 * @param skipLocked {@code ${skip_locked}}: the same, but skips rows that others have locked
 * @param share {@code ${share}}: makes a read see what is committed now, whatever the transaction's snapshot
 * @param shareSkipLocked {@code ${share_skip_locked}}: keeps rows from being deleted, and skips locked ones
 * @param shortWait {@code ${short_wait}}: the start of a statement that waits for locks no longer than a second; empty where
 *     that is set elsewhere, or where a transaction locks the whole database
 * @param noWait {@code ${no_wait}}: the same for a statement that does not wait
 * @param insertIgnore {@code ${insert_ignore}}: the start of an insert that skips existing keys
 * @param onConflict {@code ${on_conflict}}: the end of such an insert
 * @param text {@code ${text}}: the type of a long text column
 * @param bytes {@code ${bytes}}: the type of a long binary column
 * @param options {@code ${options}}: follows the parenthesis of a CREATE TABLE
 */
public record Clauses(
        String now,
        String forUpdate,
        String skipLocked,
        String share,
        String shareSkipLocked,
        String shortWait,
        String noWait,
        String insertIgnore,
        String onConflict,
        String text,
        String bytes,
        String options) {

    /** Fills in these placeholders. */
    public String fill(String template) {
        return template.replace("${now}", now)
                .replace("${for_update}", forUpdate)
                .replace("${skip_locked}", skipLocked)
                .replace("${share}", share)
                .replace("${share_skip_locked}", shareSkipLocked)
                .replace("${short_wait}", shortWait)
                .replace("${no_wait}", noWait)
                .replace("${insert_ignore}", insertIgnore)
                .replace("${on_conflict}", onConflict)
                .replace("${text}", text)
                .replace("${bytes}", bytes)
                .replace("${options}", options);
    }
}
