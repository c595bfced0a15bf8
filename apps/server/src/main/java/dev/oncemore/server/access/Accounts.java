package dev.oncemore.server.access;

import dev.oncemore.OncemoreException;
import dev.oncemore.jdbc.Database;
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
        return database.first(
                "SELECT name, role, created_at FROM oncemore_account WHERE name = ?", Accounts::account, name);
    }

    /**
     * Adds one. False when the name is taken; nothing has changed then.
     *
     * @throws IllegalArgumentException when the name or the password will not do; the message says why
     */
    public boolean add(String name, Role role, String password) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "the name has 1 to 60 letters, digits, dots, dashes, underscores or @, and starts with a letter or digit");
        }
        requirePassword(password);
        if (find(name).isPresent()) {
            return false;
        }
        try {
            database.update(
                    "INSERT INTO oncemore_account (name, role, password_hash, created_at) VALUES (?, ?, ?, ?)",
                    name,
                    role.word(),
                    secrets.hashPassword(password),
                    clock.millis());
            return true;
        } catch (OncemoreException e) {
            // Another server may have been faster.
            if (find(name).isPresent()) {
                return false;
            }
            throw e;
        }
    }

    /** Gives it another password, and ends its sessions. False when there is no such account. */
    public boolean password(String name, String password) {
        requirePassword(password);
        boolean isThere = database.update(
                        "UPDATE oncemore_account SET password_hash = ? WHERE name = ?",
                        secrets.hashPassword(password),
                        name)
                == 1;
        endSessions(name);
        return isThere;
    }

    /** Gives it another role. False when there is no such account. */
    public boolean role(String name, Role role) {
        return database.update("UPDATE oncemore_account SET role = ? WHERE name = ?", role.word(), name) == 1;
    }

    /** Removes it, and ends its sessions. False when there is no such account. */
    public boolean remove(String name) {
        // In this order: nobody can log in between the two.
        boolean wasThere = database.update("DELETE FROM oncemore_account WHERE name = ?", name) == 1;
        endSessions(name);
        return wasThere;
    }

    private void endSessions(String name) {
        database.update("DELETE FROM oncemore_session WHERE account = ?", name);
    }

    /** The account with this name and password. */
    Optional<Account> check(String name, String password) {
        Optional<String> hash = database.first(
                "SELECT password_hash FROM oncemore_account WHERE name = ?", row -> row.getString(1), name);
        boolean right = Secrets.isPassword(password, hash.orElse(Secrets.NOBODYS_HASH));
        return right && hash.isPresent() ? find(name) : Optional.empty();
    }

    private static void requirePassword(String password) {
        if (password.length() < PASSWORD_MIN || password.length() > PASSWORD_MAX) {
            throw new IllegalArgumentException("a password has " + PASSWORD_MIN + " to " + PASSWORD_MAX
                    + " characters, but this one has " + password.length());
        }
    }

    private static Account account(ResultSet row) throws SQLException {
        return new Account(row.getString(1), Role.parse(row.getString(2)), Instant.ofEpochMilli(row.getLong(3)));
    }
}
