package dev.oncemore.jdbc.internal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.testkit.server.Sqlite;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only SQLite promises, or has to be told. */
class SqliteRecordStoreTest {
    @TempDir
    private Path folder;

    private StoreDatabase database;
    private StoreTables tables;
    private JoiningStore<Connection> store;

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
        JoiningStore<Connection> impatient = tables.store(with("busy_timeout=50"));
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
                    .extracting(e -> e.classification().kind())
                    .isEqualTo(FailureKind.TRANSIENT);
            statement.execute("rollback");
        }
    }

    @Test
    void aTransactionThatHasReadBeforeIsToldToStartAgain() throws Exception {
        try (Connection connection = tables.begin()) {
            StoreTables.number(connection, "select count(*) from " + tables.prefix + "effect");
            Requests.settle(store, "a", Requests.LONG);

            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> store.join(connection).insertOrRead(List.of(Requests.claim("a", "second"))))
                    .withMessageContaining("retry the whole transaction")
                    .extracting(e -> e.classification().kind())
                    .isEqualTo(FailureKind.TRANSIENT);
            connection.rollback();
        }
    }

    @Test
    void settingsThatLoseCommitsAreRefused_andThoseThatHinderAreRemarkedOn() {
        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcStores.of(with("synchronous=NORMAL")).records())
                .withMessageContaining("synchronous is NORMAL (1; set synchronous=FULL");
        assertThat(JdbcStores.builder(with("synchronous=OFF"))
                        .allowUnsafeSettings()
                        .build()
                        .records()
                        .warnings())
                .singleElement()
                .asString()
                .contains("synchronous is OFF (0; set");
        assertThat(JdbcStores.of(with("busy_timeout=1")).records().warnings())
                .singleElement()
                .asString()
                .contains("busy_timeout is 1 ms");
        assertThat(store.warnings()).isEmpty();
    }

    @Test
    void aDatabaseInMemoryIsRefused_whateverItsSettings() {
        for (String memory : List.of(":memory:", ":memory:?journal_mode=OFF", "file:x?mode=memory&cache=shared")) {
            DataSource dataSource = url("jdbc:sqlite:" + memory);
            assertThatIllegalStateException()
                    .isThrownBy(() -> JdbcStores.of(dataSource).records())
                    .withMessage("this database may lose acknowledged records: it is in memory, and gone with its last"
                            + " connection (use a file). Correct that, or accept the loss with allowUnsafeSettings()");
            assertThat(JdbcStores.builder(dataSource)
                            .allowUnsafeSettings()
                            .build()
                            .records()
                            .warnings())
                    .anyMatch(warning -> warning.contains("it is in memory"));
        }
    }

    @Test
    void aJournalThatTheUrlTurnsOffIsRefused_andTheUrlIsNamed() throws Exception {
        Path file = folder.resolve("shop.db");
        for (String mode : List.of("OFF", "MEMORY")) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> JdbcStores.of(url("jdbc:sqlite:" + file + "?journal_mode=" + mode))
                            .records())
                    .withMessageContaining("journal_mode is " + mode.toLowerCase(Locale.ROOT)
                            + " (remove journal_mode from the URL; JdbcSchema.apply() sets it to WAL for good)");
        }
        assertThat(JdbcStores.of(url("jdbc:sqlite:" + file)).records().warnings())
                .singleElement()
                .asString()
                .contains("journal_mode is delete", "set it to WAL, as JdbcSchema.apply() does");
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
