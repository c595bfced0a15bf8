package dev.oncemore.server.access;

import dev.oncemore.jdbc.Database;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.PlainText;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * The tokens that programs send instead of a password. A token is shown once, when it is made; the store keeps its hash. It ends
 * with the account that made it, and never has more rights than that account.
 */
public final class Tokens {
    private static final String PREFIX = "omt_";
    private static final int NAME_MAX = 60;
    private static final Duration SPAN_MAX = Duration.ofDays(366);
    private static final int LISTED_MAX = 1_000;
    private static final int GENERATIONS_MAX = 100;

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
     * @param id names it; its hash
     * @param name what it is for
     * @param role what it may do
     * @param createdBy who made it
     * @param createdAt when
     * @param expiresAt until when it is good
     */
    public record Token(String id, String name, Role role, String createdBy, Instant createdAt, Instant expiresAt) {}

    /**
     * Makes one; the act answers its secret.
     *
     * @throws IllegalArgumentException when the name or the span will not do; the message says why
     */
    public Act<String> add(String name, Role role, Duration span, Principal createdBy) {
        if (name.isBlank() || name.length() > NAME_MAX || !PlainText.isPlain(name)) {
            throw new IllegalArgumentException(
                    "a token's name has 1 to " + NAME_MAX + " characters, and no control characters");
        }
        if (span.isNegative() || span.isZero() || span.compareTo(SPAN_MAX) > 0) {
            throw new IllegalArgumentException("a token is good for 1 to " + SPAN_MAX.toDays() + " days");
        }
        String secret = PREFIX + secrets.next();
        return here -> {
            here.sql()
                    .update(
                            "INSERT INTO oncemore_token (id_hash, name, role, account_id, parent_hash, created_by, created_at,"
                                    + " expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                            Secrets.hash(secret),
                            name,
                            role.word(),
                            createdBy.accountId(),
                            createdBy.tokenHash(),
                            createdBy.name(),
                            clock.millis(),
                            clock.millis() + span.toMillis());
            here.audit(createdBy.name(), "token made", name + " as " + role.word(), "");
            return secret;
        };
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

    /** Revokes a token and those that it made. False when there is no such token. */
    public Act<Boolean> remove(String id, String who) {
        return here -> {
            boolean wasThere = here.sql().update("DELETE FROM oncemore_token WHERE id_hash = ?", id) == 1;
            int orphans = 1;
            for (int i = 0; i < GENERATIONS_MAX && orphans > 0; i++) {
                orphans = here.sql()
                        .update("DELETE FROM oncemore_token WHERE parent_hash <> '' AND parent_hash NOT IN"
                                + " (SELECT id_hash FROM (SELECT id_hash FROM oncemore_token) AS kept)");
            }
            if (wasThere) {
                here.audit(who, "token revoked", id, "");
            }
            return wasThere;
        };
    }

    /** The token with this secret; empty if its maker is gone, because it may have been made while the maker was removed. */
    Optional<Principal> find(String secret) {
        String hash = Secrets.hash(secret);
        return database.first(
                "SELECT t.name, t.role, t.account_id, a.role FROM oncemore_token t"
                        + " LEFT JOIN oncemore_account a ON a.id = t.account_id"
                        + " LEFT JOIN oncemore_token p ON p.id_hash = t.parent_hash"
                        + " WHERE t.id_hash = ? AND t.expires_at > ?"
                        + " AND (t.account_id = '' OR a.id IS NOT NULL) AND (t.parent_hash = '' OR p.id_hash IS NOT NULL)",
                row -> {
                    Role role = Role.parse(row.getString(2));
                    String maker = row.getString(4);
                    return Principal.token(
                            hash,
                            row.getString(3),
                            row.getString(1),
                            maker == null ? role : role.atMost(Role.parse(maker)));
                },
                hash,
                clock.millis());
    }
}
