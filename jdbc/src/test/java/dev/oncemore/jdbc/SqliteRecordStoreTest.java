package dev.oncemore.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.testkit.server.Sqlite;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What only SQLite promises, or has to be told. */
class SqliteRecordStoreTest {
    private StoreDatabase database;
    private StoreTables tables;
    private JdbcRecordStore store;

    @BeforeEach
    void open() {
        database = new StoreDatabase(Sqlite.freshDatabase());
        tables = database.tables();
        store = tables.store();
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void aReplayDoesNotWaitForWhoeverWrites() throws Exception {
        Requests.settle(store, "a", Requests.LONG);
        JdbcRecordStore impatient = tables.store(with("busy_timeout=50"));
        try (Connection writer = tables.pool.getConnection();
                Statement statement = writer.createStatement()) {
            statement.execute("begin immediate");

            assertThat(impatient
                            .insertOrRead(List.of(Requests.claim("a", "second")))
                            .get(0)
                            .existing())
                    .isNotNull();
            assertThatExceptionOfType(StoreException.class)
                    .as("a new claim writes")
                    .isThrownBy(() -> Requests.insert(impatient, "b"))
                    .extracting(e -> e.verdict().kind())
                    .isEqualTo(FailureKind.TRANSIENT);
            statement.execute("rollback");
        }
    }

    @Test
    void o8_aTransactionThatHasReadBeforeIsToldToStartAgain() throws Exception {
        try (Connection connection = tables.begin()) {
            StoreTables.number(connection, "select count(*) from " + tables.prefix + "effect");
            Requests.settle(store, "a", Requests.LONG);

            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> store.join(connection).insertOrRead(List.of(Requests.claim("a", "second"))))
                    .withMessageContaining("retry the whole transaction")
                    .extracting(e -> e.verdict().kind())
                    .isEqualTo(FailureKind.TRANSIENT);
            connection.rollback();
        }
    }

    @Test
    void settingsThatLoseCommitsAreRefused_andThoseThatHinderAreRemarkedOn() {
        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcRecordStore.on(with("synchronous=NORMAL")))
                .withMessageContaining("synchronous is 1");
        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcRecordStore.on(url("jdbc:sqlite::memory:?journal_mode=OFF")))
                .withMessageContaining("journal_mode is off");
        assertThat(JdbcRecordStore.builder(with("synchronous=OFF"))
                        .allowUnsafeSettings()
                        .build()
                        .warnings())
                .singleElement()
                .asString()
                .contains("synchronous is 0");
        assertThat(JdbcRecordStore.on(with("busy_timeout=1")).warnings())
                .singleElement()
                .asString()
                .contains("busy_timeout is 1 ms");
        assertThat(store.warnings()).isEmpty();
    }

    /** The same file, opened with other settings. */
    private DataSource with(String settings) {
        String url = database.fresh.url();
        return url(url.substring(0, url.indexOf('?')) + "?" + settings);
    }

    private static DataSource url(String url) {
        return OpenedBy.dataSource(() -> DriverManager.getConnection(url));
    }
}
