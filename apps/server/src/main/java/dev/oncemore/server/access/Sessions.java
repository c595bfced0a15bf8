package dev.oncemore.server.access;

import dev.oncemore.jdbc.Database;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** The sessions of browsers, on all nodes. The store has only hashes, with which nobody can log in. */
final class Sessions {
    static final Duration SPAN = Duration.ofHours(12);
    private static final int SESSIONS_PURGED = 1_000;

    private final Database database;
    private final Secrets secrets;
    private final InstantSource clock;

    Sessions(Database database, Secrets secrets, InstantSource clock) {
        this.database = database;
        this.secrets = secrets;
        this.clock = clock;
    }

    /** Opens a session and answers its secret, which is for the cookie only. */
    String open(String account) {
        database.update(
                "DELETE FROM oncemore_session WHERE id_hash IN (SELECT id_hash FROM (SELECT id_hash FROM oncemore_session"
                        + " WHERE expires_at < ? LIMIT " + SESSIONS_PURGED + ") AS old)",
                clock.millis());
        String secret = secrets.next();
        database.update(
                "INSERT INTO oncemore_session (id_hash, account, expires_at) VALUES (?, ?, ?)",
                Secrets.hash(secret),
                account,
                clock.millis() + SPAN.toMillis());
        return secret;
    }

    /** Whose session this is, with the role the account has now. */
    Optional<Principal> find(String secret) {
        return database.first(
                "SELECT a.name, a.role FROM oncemore_session s JOIN oncemore_account a ON a.name = s.account"
                        + " WHERE s.id_hash = ? AND s.expires_at > ?",
                row -> new Principal(row.getString(1), Role.parse(row.getString(2)), true),
                Secrets.hash(secret),
                clock.millis());
    }

    void close(String secret) {
        database.update("DELETE FROM oncemore_session WHERE id_hash = ?", Secrets.hash(secret));
    }
}
