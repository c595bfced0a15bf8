package dev.oncemore.bench.measure;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** Runs statements that are not measured, each on its own connection. */
public final class SqlScript {
    private SqlScript() {}

    /** Executes an update. */
    public static void execute(DataSource dataSource, String sql) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw refused(sql, e);
        }
    }

    /** Runs a query that returns one number. */
    public static long number(DataSource dataSource, String sql) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw refused(sql, e);
        }
    }

    private static MeasuringException refused(String sql, SQLException e) {
        return new MeasuringException("the database refused " + sql + ": " + e.getMessage(), e);
    }
}
