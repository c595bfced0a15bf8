package dev.oncemore.examples.payments;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The PostgreSQL of the gateway: an embedded one, or your own if {@code ONCEMORE_EXAMPLES_URL} is set to its JDBC URL, with user
 * and password in it. There it uses the schema {@code oncemore_example}, which it drops.
 *
 * @param url the JDBC URL
 * @param user the user, or nothing if it is in the URL
 * @param end drops what was made
 */
record GatewayDatabase(String url, String user, End end) implements AutoCloseable {
    private static final String SCHEMA = "oncemore_example";

    static GatewayDatabase open() throws SQLException {
        String own = System.getenv("ONCEMORE_EXAMPLES_URL");
        if (own == null || own.isBlank()) {
            FreshDatabase embedded = PostgresServer.shared().freshDatabase();
            return new GatewayDatabase(embedded.url(), embedded.user(), embedded::close);
        }
        return inSchemaOf(own);
    }

    static GatewayDatabase inSchemaOf(String own) throws SQLException {
        String drop = "DROP SCHEMA IF EXISTS " + SCHEMA + " CASCADE";
        execute(own, drop, "CREATE SCHEMA " + SCHEMA);
        String url = own + (own.contains("?") ? "&" : "?") + "currentSchema=" + SCHEMA;
        return new GatewayDatabase(url, "", () -> execute(own, drop));
    }

    private static void execute(String url, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        end.run();
    }

    /** Drops what was made. */
    @FunctionalInterface
    interface End {
        void run() throws SQLException;
    }
}
