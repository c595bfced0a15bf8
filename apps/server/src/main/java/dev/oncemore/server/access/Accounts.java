package dev.oncemore.server.access;

import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.SqlOperations;
import dev.oncemore.operations.audit.Act;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The accounts of people. */
public final class Accounts {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._@-]{0,59}");
    private static final int PASSWORD_MIN = 10;
    private static final int PASSWORD_MAX = 200;

    private final Database database;
    private final Secrets secrets;
    private final InstantSource clock;

    Accounts(Database database, Secrets secrets, InstantSource clock) {
        this.database = database;
        this.secrets = secrets;
        this.clock = clock;
    }

    /**
     * An account.
     *
     * @param name how
     * @param role what they may do
     * @param createdAt since when
     */
    public record Account(String name, Role role, Instant createdAt) {}

    /**
     * An account whose password was right.
     *
     * @param generation which of its passwords that was
     */
    record Verified(String id, String name, Role role, long generation) {}

    private record Stored(String id, Role role, String hash, long generation) {}

    /** Whether there is none yet. */
    public boolean isEmpty() {
        return database.first("SELECT name FROM oncemore_account LIMIT 1", row -> row.getString(1))
                .isEmpty();
    }

    /** All of them, by name. */
    public List<Account> list() {
        return database.query(
                "SELECT name, role, created_at FROM oncemore_account ORDER BY name LIMIT 1000", Accounts::account);
    }

    /** The one of this name. */
    public Optional<Account> find(String name) {
        return !isName(name)
                ? Optional.empty()
                : database.first(
                        "SELECT name, role, created_at FROM oncemore_account WHERE name = ?", Accounts::account, name);
    }

    /** Whether an account can have this name. Checked before a store sees it: some ignore blanks at its end. */
    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** Whether this can be a password at all; no other one is kept, compared or hashed. */
    static boolean mayBePassword(String password) {
        return !password.isEmpty() && password.length() <= PASSWORD_MAX;
    }

    /**
     * Adds the first one. False when the name is taken; nothing has changed then.
     *
     * @throws IllegalArgumentException when the name or the password will not do; the message says why
     */
    boolean add(String name, Role role, String password) {
        return add(database, name, role, hash(name, password));
    }

    private boolean add(SqlOperations here, String name, Role role, String hash) {
        // None is added if another server was faster.
        return here.insertNew(
                        "oncemore_account (id, name, role, password_hash, generation, created_at)",
                        List.of(List.of(secrets.next(), name, role.word(), hash, 1L, clock.millis())))
                == 1;
    }

    /** Slow on purpose, hence outside of transactions. */
    private String hash(String name, String password) {
        if (!isName(name)) {
            throw new IllegalArgumentException(
                    "the name has 1 to 60 letters, digits, dots, dashes, underscores or @, and starts with a letter or digit");
        }
        requirePassword(password);
        return secrets.hashPassword(password);
    }

    /**
     * Adds an account, or gives it another password and role and ends its sessions.
     *
     * @throws IllegalArgumentException when the name or the password will not do; the message says why
     */
    public Act<Boolean> save(String name, Role role, String password, String who) {
        String hash = hash(name, password);
        return here -> {
            if (!add(here.sql(), name, role, hash)) {
                here.sql()
                        .update(
                                "UPDATE oncemore_account SET role = ?, password_hash = ?, generation = generation + 1"
                                        + " WHERE name = ?",
                                role.word(),
                                hash,
                                name);
            }
            here.audit(who, "account saved", name + " as " + role.word(), "");
            return true;
        };
    }

    /**
     * Gives an account another password as part of an act, and ends its sessions, unless the password has changed since it was
     * verified; answers the account with its new one.
     */
    static Optional<Verified> password(SqlOperations here, Verified account, String hash) {
        boolean changed = here.update(
                        "UPDATE oncemore_account SET password_hash = ?, generation = generation + 1"
                                + " WHERE id = ? AND generation = ?",
                        hash,
                        account.id(),
                        account.generation())
                == 1;
        return changed
                ? Optional.of(new Verified(account.id(), account.name(), account.role(), account.generation() + 1))
                : Optional.empty();
    }

    /** Removes it with its sessions, and the tokens that it made. False when there is no such account. */
    public Act<Boolean> remove(String name, String who) {
        if (!isName(name)) {
            return here -> false;
        }
        return here -> {
            for (String table : List.of("session", "browser", "token")) {
                here.sql()
                        .update(
                                "DELETE FROM oncemore_" + table
                                        + " WHERE account_id IN (SELECT id FROM oncemore_account WHERE name = ?)",
                                name);
            }
            boolean wasThere = here.sql().update("DELETE FROM oncemore_account WHERE name = ?", name) == 1;
            if (wasThere) {
                here.audit(who, "account removed", name, "");
            }
            return wasThere;
        };
    }

    /** The account with this name and password. */
    Optional<Verified> check(String name, String password) {
        Optional<Stored> stored = database.first(
                "SELECT id, role, password_hash, generation FROM oncemore_account WHERE name = ?",
                row -> new Stored(row.getString(1), Role.parse(row.getString(2)), row.getString(3), row.getLong(4)),
                name);
        boolean right = Secrets.isPassword(password, stored.map(Stored::hash).orElse(Secrets.NOBODYS_HASH));
        return stored.filter(found -> right)
                .map(found -> new Verified(found.id(), name, found.role(), found.generation()));
    }

    static void requirePassword(String password) {
        if (password.length() < PASSWORD_MIN || password.length() > PASSWORD_MAX) {
            throw new IllegalArgumentException("a password has " + PASSWORD_MIN + " to " + PASSWORD_MAX
                    + " characters, but this one has " + password.length());
        }
    }

    private static Account account(ResultSet row) throws SQLException {
        return new Account(row.getString(1), Role.parse(row.getString(2)), Instant.ofEpochMilli(row.getLong(3)));
    }
}
