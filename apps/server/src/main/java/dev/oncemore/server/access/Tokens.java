package dev.oncemore.server.access;

import dev.oncemore.jdbc.Database;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The tokens that programs send instead of a password. A token is shown once, when it is made; the store keeps its hash. */
public final class Tokens {
    private static final String PREFIX = "omt_";
    private static final int NAME_MAX = 60;
    private static final Duration SPAN_MAX = Duration.ofDays(366);
    private static final int LISTED_MAX = 1_000;

    private final Database database;
    private final Secrets secrets;
    private final InstantSource clock;

    Tokens(Database database, Secrets secrets, InstantSource clock) {
        this.database = database;
        this.secrets = secrets;
        this.clock = clock;
    }

    /**
     * A token, without its secret.
     *
     * @param id names it; the start of its hash
     * @param name what it is for
     * @param role what it may do
     * @param createdBy who made it
     * @param createdAt when
     * @param expiresAt until when it is good
     */
    public record Token(String id, String name, Role role, String createdBy, Instant createdAt, Instant expiresAt) {}

    /**
     * Makes one and answers its secret.
     *
     * @throws IllegalArgumentException when the name or the span will not do; the message says why
     */
    public String add(String name, Role role, Duration span, String createdBy) {
        if (name.isBlank() || name.length() > NAME_MAX) {
            throw new IllegalArgumentException("a token's name has 1 to " + NAME_MAX + " characters");
        }
        if (span.isNegative() || span.isZero() || span.compareTo(SPAN_MAX) > 0) {
            throw new IllegalArgumentException("a token is good for 1 to " + SPAN_MAX.toDays() + " days");
        }
        String secret = PREFIX + secrets.next();
        database.update(
                "INSERT INTO oncemore_token (id_hash, name, role, created_by, created_at, expires_at)"
                        + " VALUES (?, ?, ?, ?, ?, ?)",
                Secrets.hash(secret),
                name,
                role.word(),
                createdBy,
                clock.millis(),
                clock.millis() + span.toMillis());
        return secret;
    }

    /** Those that are good, by name. */
    public List<Token> list() {
        return database.query(
                "SELECT id_hash, name, role, created_by, created_at, expires_at FROM oncemore_token WHERE expires_at > ?"
                        + " ORDER BY name, id_hash LIMIT " + LISTED_MAX,
                row -> new Token(
                        row.getString(1),
                        row.getString(2),
                        Role.parse(row.getString(3)),
                        row.getString(4),
                        Instant.ofEpochMilli(row.getLong(5)),
                        Instant.ofEpochMilli(row.getLong(6))),
                clock.millis());
    }

    /** From now on it is good for nothing. False when there is no such token. */
    public boolean remove(String id) {
        return database.update("DELETE FROM oncemore_token WHERE id_hash = ?", id) == 1;
    }

    Optional<Principal> find(String secret) {
        return database.first(
                "SELECT name, role FROM oncemore_token WHERE id_hash = ? AND expires_at > ?",
                row -> new Principal(row.getString(1), Role.parse(row.getString(2)), false),
                Secrets.hash(secret),
                clock.millis());
    }
}
