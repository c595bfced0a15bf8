package dev.oncemore.torture.nemesis.node;

import java.util.List;

/**
 * The address of the shared store, in a form that fits a command line.
 *
 * @param isRedis whether it is Redis, which keeps records only; else a SQL database
 * @param url the JDBC URL, or Redis' address
 * @param user the database's user; for Redis, the prefix of all keys
 * @param password the user's password
 */
public record StoreAddress(boolean isRedis, String url, String user, String password) {
    private static final String NONE = "-";

    /** A SQL database. */
    public static StoreAddress sql(String url, String user, String password) {
        return new StoreAddress(false, url, user, password);
    }

    /** A Redis, with the prefix of all keys. */
    public static StoreAddress redis(String uri, String prefix) {
        return new StoreAddress(true, uri, prefix, "");
    }

    /** Its arguments for a node. */
    public List<String> arguments() {
        return List.of(isRedis ? "redis" : "sql", url, orNone(user), orNone(password));
    }

    static StoreAddress read(String kind, String url, String user, String password) {
        return new StoreAddress(kind.equals("redis"), url, orEmpty(user), orEmpty(password));
    }

    private static String orNone(String text) {
        return text.isEmpty() ? NONE : text;
    }

    private static String orEmpty(String text) {
        return text.equals(NONE) ? "" : text;
    }
}
