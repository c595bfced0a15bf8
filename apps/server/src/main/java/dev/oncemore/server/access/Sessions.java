package dev.oncemore.server.access;

import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.SqlOperations;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The sessions of browsers, on all nodes. A session ends after a while, earlier if nobody uses it, and with the password that
 * opened it. The store has only hashes, with which nobody can log in.
 */
final class Sessions {
    static final Duration SPAN = Duration.ofHours(12);
    static final Duration IDLE = Duration.ofHours(1);

    /** A use is noted this often, so that not every request writes. */
    private static final Duration NOTED = Duration.ofMinutes(1);

    private static final int PER_ACCOUNT_MAX = 20;

    private final Database database;
    private final Secrets secrets;
    private final InstantSource clock;

    Sessions(Database database, Secrets secrets, InstantSource clock) {
        this.database = database;
        this.secrets = secrets;
        this.clock = clock;
    }

    /**
     * A new session.
     *
     * @param secret for the cookie only
     * @param ended how many of the account's oldest sessions it ended
     */
    record Opened(String secret, int ended) {}

    private record Found(Principal principal, long seenAt) {}

    /** Opens a session as part of an act. The account's oldest ones above a bound end. */
    Opened open(SqlOperations here, Accounts.Verified account) {
        long now = clock.millis();
        String secret = secrets.next();
        here.update(
                "INSERT INTO oncemore_session (id_hash, account_id, generation, seen_at, expires_at) VALUES (?, ?, ?, ?, ?)",
                Secrets.hash(secret),
                account.id(),
                account.generation(),
                now,
                now + SPAN.toMillis());
        int ended = here.update(
                "DELETE FROM oncemore_session WHERE account_id = ? AND id_hash NOT IN (SELECT id_hash FROM"
                        + " (SELECT id_hash FROM oncemore_session WHERE account_id = ?"
                        + " ORDER BY generation DESC, seen_at DESC LIMIT " + PER_ACCOUNT_MAX + ") AS kept)",
                account.id(),
                account.id());
        return new Opened(secret, ended);
    }

    /** Whose session this is, with the role the account has now. */
    Optional<Principal> find(String secret) {
        String hash = Secrets.hash(secret);
        long now = clock.millis();
        Optional<Found> found = database.first(
                "SELECT a.id, a.name, a.role, s.seen_at FROM oncemore_session s"
                        + " JOIN oncemore_account a ON a.id = s.account_id AND a.generation = s.generation"
                        + " WHERE s.id_hash = ? AND s.expires_at > ? AND s.seen_at > ?",
                row -> new Found(
                        Principal.account(row.getString(1), row.getString(2), Role.parse(row.getString(3))),
                        row.getLong(4)),
                hash,
                now,
                now - IDLE.toMillis());
        long noted = now - NOTED.toMillis();
        if (found.isPresent() && found.get().seenAt() < noted) {
            database.update(
                    "UPDATE oncemore_session SET seen_at = ? WHERE id_hash = ? AND seen_at < ?", now, hash, noted);
        }
        return found.map(Found::principal);
    }

    /** Removes up to this many of each that have ended: sessions, tokens and known browsers. Returns how many. */
    int purge(int rowsMax) {
        long now = clock.millis();
        return purge("oncemore_session", "expires_at < ?", now, rowsMax)
                + purge("oncemore_session", "seen_at < ?", now - IDLE.toMillis(), rowsMax)
                + purge("oncemore_token", "expires_at < ?", now, rowsMax)
                + purge("oncemore_browser", "seen_at < ?", now - KnownBrowsers.SPAN.toMillis(), rowsMax);
    }

    private int purge(String table, String ended, long before, int rowsMax) {
        return database.update(
                "DELETE FROM " + table + " WHERE id_hash IN (SELECT id_hash FROM (SELECT id_hash FROM " + table
                        + " WHERE " + ended + " LIMIT " + rowsMax + ") AS old)",
                before);
    }

    /** Ends a session as part of an act; false when it has ended already. */
    boolean close(SqlOperations here, String secret) {
        return here.update("DELETE FROM oncemore_session WHERE id_hash = ?", Secrets.hash(secret)) == 1;
    }
}
