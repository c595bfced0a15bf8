package dev.oncemore.server.access;

import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.SqlOperations;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Browsers in which an account has logged in before. They have a count of wrong passwords of their own, so that a stranger who
 * guesses cannot lock the owner out. A new password forgets them.
 */
final class KnownBrowsers {
    static final Duration SPAN = Duration.ofDays(180);
    private static final int PER_ACCOUNT_MAX = 20;

    private final Database database;
    private final Secrets secrets;
    private final InstantSource clock;

    KnownBrowsers(Database database, Secrets secrets, InstantSource clock) {
        this.database = database;
        this.secrets = secrets;
        this.clock = clock;
    }

    /** The browser with this secret, if the account of this name has logged in there; its hash names it. */
    Optional<String> find(String secret, String name) {
        return database.first(
                "SELECT b.id_hash FROM oncemore_browser b"
                        + " JOIN oncemore_account a ON a.id = b.account_id AND a.generation = b.generation"
                        + " WHERE b.id_hash = ? AND a.name = ? AND b.seen_at > ?",
                row -> row.getString(1),
                Secrets.hash(secret),
                name,
                clock.millis() - SPAN.toMillis());
    }

    /** Remembers a browser under a new secret, which is for its cookie, and forgets the account's oldest ones. */
    String remember(SqlOperations here, Accounts.Verified account) {
        String secret = secrets.next();
        here.update(
                "INSERT INTO oncemore_browser (id_hash, account_id, generation, seen_at) VALUES (?, ?, ?, ?)",
                Secrets.hash(secret),
                account.id(),
                account.generation(),
                clock.millis());
        here.update(
                "DELETE FROM oncemore_browser WHERE account_id = ? AND id_hash NOT IN (SELECT id_hash FROM"
                        + " (SELECT id_hash FROM oncemore_browser WHERE account_id = ?"
                        + " ORDER BY generation DESC, seen_at DESC LIMIT " + PER_ACCOUNT_MAX + ") AS kept)",
                account.id(),
                account.id());
        return secret;
    }

    /** Keeps a browser that has logged in again. */
    void touch(SqlOperations here, String hash) {
        here.update("UPDATE oncemore_browser SET seen_at = ? WHERE id_hash = ?", clock.millis(), hash);
    }
}
