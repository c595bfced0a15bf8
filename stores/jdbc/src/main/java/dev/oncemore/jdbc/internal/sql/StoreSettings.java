package dev.oncemore.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Where stores keep their rows, and how.
 *
 * @param dataSource connections to the primary
 * @param dialect the dialect of its database
 * @param prefix the start of the tables' names
 * @param tombstone how long expired records stay
 * @param concurrentBatches how many batches of a verb may be under way at once; null for the dialect's own number
 * @param allowsUnsafeSettings whether a database that may lose acknowledged rows is accepted
 * @param listening opens the connection on which PostgreSQL notifies of tasks; null if workers are only to poll
 */
public record StoreSettings(
        DataSource dataSource,
        Dialect dialect,
        Prefix prefix,
        Duration tombstone,
        @Nullable Integer concurrentBatches,
        boolean allowsUnsafeSettings,
        @Nullable ConnectionOpener listening) {

    /**
     * Looks at the database's settings.
     *
     * @return what people should know about them
     * @throws IllegalStateException when they break the promises of the stores
     */
    public List<String> warnings() {
        try (Connection connection = dataSource.getConnection()) {
            SettingsReport report = dialect.settings(connection);
            if (connection.isReadOnly() && report.unusable().isEmpty()) {
                report.unusable()
                        .add("the connections of this data source are read-only: claims write; leave read-only out of"
                                + " the pool's settings, or give the stores a data source of their own");
            }
            return report.accept(allowsUnsafeSettings);
        } catch (SQLException e) {
            throw StoreFailures.of(e, Mode.OWN);
        }
    }

    /** How many batches of a verb may be under way at once. */
    public int batches() {
        return concurrentBatches == null ? dialect.concurrentBatches() : concurrentBatches;
    }
}
