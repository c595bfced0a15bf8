package dev.oncemore.examples.payments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class GatewayDatabaseTest {
    @Test
    void aDatabaseOfOnesOwnIsUsedInAFreshSchema() throws SQLException {
        try (FreshDatabase own = PostgresServer.shared().freshDatabase()) {
            String url = own.url() + "?user=" + own.user();
            // A run that was killed, and one that ends: the second begins without the tables of the first.
            try (Connection connection = connect(GatewayDatabase.inSchemaOf(url))) {
                assertThat(connection.getSchema()).isEqualTo("oncemore_example");
                createTable(connection);
            }
            try (GatewayDatabase database = GatewayDatabase.inSchemaOf(url);
                    Connection connection = connect(database)) {
                createTable(connection);
            }
            try (Connection connection = DriverManager.getConnection(url);
                    ResultSet schemas = connection.getMetaData().getSchemas(null, "oncemore_example")) {
                assertThat(schemas.next()).isFalse();
            }
        }
    }

    private static Connection connect(GatewayDatabase database) throws SQLException {
        return DriverManager.getConnection(database.url());
    }

    private static void createTable(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE payment (invoice TEXT)");
        }
    }
}
