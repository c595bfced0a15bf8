package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.Finding;
import dev.oncemore.once.Once;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** A SQLite database full of records, of which some expired long ago. */
final class RecordTable implements AutoCloseable {
    private static final int CONNECTIONS = 4;
    private static final int CHUNK_ROWS = 100_000;

    /** Inserts rows directly, because a million effects would take minutes. Expired records are spread among the others. */
    private static final String FILL = """
            WITH RECURSIVE numbers (i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < ?2)
            INSERT INTO oncemore_record (scope, key_value, fingerprint, state, take_overs, token, who, attempts,
                created_at, updated_at, expires_at, response)
            SELECT ?3, printf('key-%010d', i), randomblob(32), 'SUCCEEDED', 0, lower(hex(randomblob(16))), 'bench', 1,
                ?4, ?4, CASE WHEN i % ?5 = 0 THEN ?6 ELSE ?7 END, ?8
            FROM numbers
            """;

    private final FreshDatabase database = Sqlite.freshDatabase();
    private final DataSource pool = database.pooled(CONNECTIONS);
    private final int rows;
    private final Once once;

    /**
     * Creates a table with this many records.
     *
     * @param expiredEvery every n-th record has expired
     */
    RecordTable(int rows, int expiredEvery) {
        this.rows = rows;
        JdbcStores.of(pool).schema().apply();
        once = Once.on(JdbcStores.of(pool).records());
        try (Connection connection = database.dataSource().getConnection()) {
            fill(connection, expiredEvery);
        } catch (SQLException e) {
            throw new MeasuringException("a table of " + rows + " records cannot be made: " + e.getMessage(), e);
        }
    }

    /** Fills the table on a connection without durable commits, in chunks, so that the journal stays small. */
    private void fill(Connection connection, int expiredEvery) throws SQLException {
        long now = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
        long days = TimeUnit.DAYS.toMicros(10);
        try (Statement pragma = connection.createStatement();
                PreparedStatement fill = connection.prepareStatement(FILL)) {
            pragma.execute("PRAGMA synchronous = OFF");
            for (int from = 0; from < rows; from += CHUNK_ROWS) {
                fill.setInt(1, from);
                fill.setInt(2, Math.min(rows, from + CHUNK_ROWS));
                fill.setString(3, Workload.SCOPE.written());
                fill.setLong(4, now - 2 * days);
                fill.setInt(5, expiredEvery);
                fill.setLong(6, now - days);
                fill.setLong(7, now + days);
                fill.setBytes(8, Workload.response());
                fill.executeUpdate();
            }
            pragma.execute("PRAGMA synchronous = FULL");
            pragma.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        }
    }

    int rows() {
        return rows;
    }

    /** The connections of the record store. */
    DataSource pool() {
        return pool;
    }

    /** The connections of other users of the database. */
    DataSource others() {
        return database.dataSource();
    }

    /** Looks up one record, as a user does. */
    void find(int number) {
        Finding finding = once.find(OnceCalls.key("key-%010d".formatted(number)));
        Subject.require(finding.record().isPresent(), finding);
    }

    @Override
    public void close() {
        database.close();
    }
}
