package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.SqlScript;
import dev.oncemore.once.TransactionalOperation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** An effect in the store's own database: one row, in the user's transaction. */
final class PaymentTable {
    private static final String CREATE =
            "CREATE TABLE payment (id VARCHAR(40) NOT NULL PRIMARY KEY, amount DECIMAL(12, 2) NOT NULL)";
    private static final String INSERT = "INSERT INTO payment (id, amount) VALUES (?, 149.90)";

    private final DataSource dataSource;

    private PaymentTable(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    static PaymentTable create(DataSource dataSource) {
        SqlScript.execute(dataSource, CREATE);
        return new PaymentTable(dataSource);
    }

    /** The effect in a transaction without {@code Once}. */
    void insert(String id) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            insert(connection, id);
            connection.commit();
        }
    }

    /** The effect in a transaction with {@code Once}. */
    void insertOnce(TransactionalOperation<String, Connection> pay, String id) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            OnceCalls.requireNew(pay.within(connection)
                    .key(OnceCalls.key(id))
                    .run(OnceCalls.payload(), () -> insert(connection, id)));
            connection.commit();
        }
    }

    private static String insert(Connection connection, String id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setString(1, id);
            statement.executeUpdate();
            return Workload.RESPONSE;
        }
    }
}
