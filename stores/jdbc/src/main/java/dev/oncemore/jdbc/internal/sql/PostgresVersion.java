package dev.oncemore.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Tells PostgreSQL apart from databases that speak its protocol: to the driver they are all PostgreSQL, but they lock, isolate and
 * number differently, and what the stores promise was never shown on them.
 */
final class PostgresVersion {
    /** As PostgreSQL and its rebuilds by vendors say it: {@code PostgreSQL 17.2 (Debian 17.2-1) on …}. */
    private static final Pattern GENUINE =
            Pattern.compile("PostgreSQL \\d+(\\.\\d+)*(devel|beta\\d+|rc\\d+)?([ ,(].*)?");

    /** Those that call themselves PostgreSQL first and name themselves later. */
    private static final List<String> OTHERS = List.of(
            "cloudberry",
            "gaussdb",
            "greenplum",
            "hologres",
            "materialize",
            "opengauss",
            "polardb-x",
            "questdb",
            "redshift",
            "risingwave",
            "yugabyte");

    private PostgresVersion() {}

    /**
     * Refuses anything but PostgreSQL itself.
     *
     * @throws IllegalArgumentException for a look-alike; the message names it
     */
    static void requireGenuine(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT version()")) {
            row.next();
            requireGenuine(String.valueOf(row.getString(1)));
        }
    }

    private static void requireGenuine(String version) {
        String lowerCase = version.toLowerCase(Locale.ROOT);
        if (!GENUINE.matcher(version).matches() || OTHERS.stream().anyMatch(lowerCase::contains)) {
            throw new IllegalArgumentException(
                    "records and tasks can be kept in PostgreSQL, MariaDB and SQLite, but this"
                            + " database only speaks PostgreSQL's protocol: " + version
                            + ". Its locks and isolation differ, and nothing shows that the stores keep their promises there;"
                            + " use PostgreSQL itself");
        }
    }
}
