package dev.oncemore.jdbc.internal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Settings of MariaDB under which no store opens, or only with a warning. */
class MariaDbSettingsTest {
    private static MariaDbServer server;
    private static FreshDatabase database;

    @BeforeAll
    static void start() {
        server = MariaDbServer.start(Map.of("log-bin", "binlog", "sync-binlog", "1"));
        database = server.freshDatabase();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aDurablePrimaryIsWelcome() {
        assertThat(JdbcStores.of(database.dataSource()).records().warnings()).isEmpty();
    }

    @Test
    void aServerThatIsReadOnlyIsRefused_whateverIsAccepted() throws Exception {
        with(
                "read_only",
                "1",
                "0",
                () -> assertThatIllegalStateException()
                        .isThrownBy(builder().allowUnsafeSettings().build()::records)
                        .withMessage("this MariaDB is read_only: claims and look-ups need the primary"));
    }

    @Test
    void aServerThatDoesNotFlushItsLogIsRefused_unlessThatIsAccepted() throws Exception {
        for (String value : new String[] {"0", "2"}) {
            with(
                    "innodb_flush_log_at_trx_commit",
                    value,
                    "1",
                    () -> assertRefusedUnlessAccepted("innodb_flush_log_at_trx_commit is " + value + " (set it to 1)"));
        }
    }

    @Test
    void aServerThatDoesNotFlushItsBinaryLogIsRefused_unlessThatIsAccepted() throws Exception {
        with(
                "sync_binlog",
                "0",
                "1",
                () -> assertRefusedUnlessAccepted("sync_binlog is 0 while log_bin is on (set it to 1)"));
    }

    private static void assertRefusedUnlessAccepted(String problem) {
        assertThatIllegalStateException()
                .isThrownBy(builder().build()::records)
                .withMessageContaining(problem)
                .withMessageContaining("allowUnsafeSettings()");
        assertThat(builder().allowUnsafeSettings().build().records().warnings())
                .containsExactly("this database may lose acknowledged records: " + problem);
    }

    private static JdbcStores.Builder builder() {
        return JdbcStores.builder(database.dataSource());
    }

    private static void with(String setting, String value, String before, Runnable check) throws Exception {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("set global " + setting + " = " + value);
            try {
                check.run();
            } finally {
                statement.execute("set global " + setting + " = " + before);
            }
        }
    }
}
