package dev.oncemore.bench.measure;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** Statements beside what is measured, each on a connection of its own. */
public final class SqlScript {
    private SqlScript() {}

    /** Makes a change. */
    public static void execute(DataSource dataSource, String sql) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw refused(sql, e);
        }
    }

    /** Asks a question whose answer is one number. */
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
