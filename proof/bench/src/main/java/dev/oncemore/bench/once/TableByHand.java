package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.SqlScript;
import dev.oncemore.bench.measure.Subject;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The handwritten solution, which most libraries share: a table with a unique key, one statement that claims and one that
 * completes, each with its own commit. It stores the same bytes as {@code Once} but does not handle crashes. Having no index
 * for a purge makes it faster.
 */
final class TableByHand {
    private static final long RETENTION_MILLIS = TimeUnit.HOURS.toMillis(24);

    private static final String INSERT = """
            INSERT INTO by_hand (scope, key_value, fingerprint, state, response, created_at, updated_at, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """;

    private static final String COMPLETE = """
            UPDATE by_hand SET state = ?, response = ?, updated_at = ?, expires_at = ? WHERE scope = ? AND key_value = ?
            """;

    private static final String SELECT = """
            SELECT fingerprint, state, response FROM by_hand WHERE scope = ? AND key_value = ?
            """;

    private final DataSource writers;
    private final DataSource readers;
    private final String scope = Workload.SCOPE.written();

    private TableByHand(DataSource writers, DataSource readers) {
        this.writers = writers;
        this.readers = readers;
    }

    /**
     * Creates the table.
     *
     * @param writers the connections for writes
     * @param readers the connections for reads
     * @param text the case-sensitive text type for parts of a key
     * @param bytes the type of bytes
     */
    static TableByHand create(DataSource writers, DataSource readers, String text, String bytes) {
        String sql = """
                CREATE TABLE by_hand (
                    scope %1$s NOT NULL, key_value %1$s NOT NULL, fingerprint %2$s NOT NULL, state VARCHAR(20) NOT NULL,
                    response %2$s, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL, expires_at BIGINT,
                    PRIMARY KEY (scope, key_value))
                """.formatted(text, bytes);
        SqlScript.execute(writers, sql);
        return new TableByHand(writers, readers);
    }

    /** Claims a key, runs the effect and completes. */
    void claimAndComplete(String key) throws SQLException {
        insert(key, "RUNNING", null);
        byte[] response = Workload.response(); // the effect
        try (Connection connection = writers.getConnection();
                PreparedStatement statement = connection.prepareStatement(COMPLETE)) {
            long now = System.currentTimeMillis();
            statement.setString(1, "SUCCEEDED");
            statement.setBytes(2, response);
            statement.setLong(3, now);
            statement.setLong(4, now + RETENTION_MILLIS);
            statement.setString(5, scope);
            statement.setString(6, key);
            int rows = statement.executeUpdate();
            Subject.require(rows == 1, rows + " rows were updated");
        }
    }

    /** The least that makes a key durable: one row, one commit. */
    void insertOnly(String key) throws SQLException {
        insert(key, "SUCCEEDED", Workload.response());
    }

    private void insert(String key, String state, byte @Nullable [] response) throws SQLException {
        byte[] fingerprint = Workload.fingerprintBytes();
        try (Connection connection = writers.getConnection();
                PreparedStatement statement = connection.prepareStatement(INSERT)) {
            long now = System.currentTimeMillis();
            statement.setString(1, scope);
            statement.setString(2, key);
            statement.setBytes(3, fingerprint);
            statement.setString(4, state);
            statement.setBytes(5, response);
            statement.setLong(6, now);
            statement.setLong(7, now);
            statement.setLong(8, now + RETENTION_MILLIS);
            statement.executeUpdate();
        }
    }

    /** The least that a replay takes: one row by its primary key. */
    void select(String key) throws SQLException {
        try (Connection connection = readers.getConnection();
                PreparedStatement statement = connection.prepareStatement(SELECT)) {
            statement.setString(1, scope);
            statement.setString(2, key);
            try (ResultSet row = statement.executeQuery()) {
                Subject.require(row.next(), key + " is not there");
                byte[] fingerprint = row.getBytes(1);
                String response = new String(row.getBytes(3), StandardCharsets.UTF_8);
                Subject.require(fingerprint.length > 0 && response.equals(Workload.RESPONSE), response);
            }
        }
    }
}
