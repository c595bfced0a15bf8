package dev.oncemore.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.jdbc.transaction.Transactions;
import dev.oncemore.once.Codec;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.task.ManualWorker;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.task.batch.Batch;
import dev.oncemore.task.batch.BatchOptions;
import dev.oncemore.task.batch.BatchProgress;
import dev.oncemore.task.batch.BatchRun;
import dev.oncemore.task.batch.Source;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.testkit.server.Sqlite;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TableSourceTest {

    abstract static class Conformance {
        private FreshDatabase fresh;
        DataSource database;

        abstract FreshDatabase fresh();

        @BeforeEach
        void open() {
            fresh = fresh();
            database = fresh.pooled(4);
        }

        @AfterEach
        void close() {
            fresh.close();
        }

        final void execute(String... statements) throws SQLException {
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
            }
        }

        final Source<String> names(String where) {
            return TableSource.of(database, "account", "id")
                    .columns("name")
                    .where(where)
                    .rows(Codec.text(), row -> row.getString(1));
        }

        final void accounts(int count) throws SQLException {
            execute(
                    "create table account (id integer not null primary key, name varchar(20) not null, done integer not null)");
            try (Connection connection = database.getConnection();
                    PreparedStatement insert = connection.prepareStatement("insert into account values (?, ?, 0)")) {
                for (int id = count; id > 0; id--) {
                    insert.setInt(1, id * 10);
                    insert.setString(2, "n" + id);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
        }

        private static List<String> readAll(Source<String> source, int most) throws Exception {
            List<String> all = new ArrayList<>();
            String place = "";
            Source.Slice<String> slice;
            do {
                slice = source.read(place, most);
                all.addAll(slice.items());
                place = slice.next();
            } while (slice.items().size() == most);
            return all;
        }

        @Test
        void pagesHaveEachRowOnce_inTheOrderOfTheKey() throws Exception {
            accounts(7);
            assertThat(readAll(names("1 = 1"), 3)).containsExactly("n1", "n2", "n3", "n4", "n5", "n6", "n7");
            assertThat(readAll(names("id > 25 or id = 10"), 7)).containsExactly("n1", "n3", "n4", "n5", "n6", "n7");
            assertThat(readAll(names("1 = 0"), 3)).isEmpty();
            assertThat(names("id > 25 or id = 10").total()).hasValue(6);
            assertThat(readAll(
                            TableSource.of(database, "account", "id").rows(Codec.text(), row -> row.getString("name")),
                            2))
                    .hasSize(7);
        }

        @Test
        void rowsThatComeLaterAreLeftToTheNextRun() throws Exception {
            accounts(4);
            Source<String> source = names("1 = 1");
            Source.Slice<String> first = source.read("", 3);
            execute("insert into account values (1000, 'late', 0)");

            assertThat(source.read(first.next(), 3).items()).containsExactly("n4");
            assertThat(readAll(source, 3)).endsWith("late");
        }

        @Test
        void aKeyMayBeText() throws Exception {
            execute(
                    "create table word (w varchar(20) not null primary key)",
                    "insert into word values ('b'), ('a'), ('c c'), ('d 1 nx')");
            Source<String> words = TableSource.of(database, "word", "w").rows(Codec.text(), row -> row.getString(1));

            assertThat(readAll(words, 1)).containsExactly("a", "b", "c c", "d 1 nx");
        }

        @Test
        void aKeyThatIsNotUniqueIsRefused_alsoWhereAPageEnds() throws Exception {
            execute("create table word (w varchar(20) not null)", "insert into word values ('a'), ('b'), ('b')");
            Source<String> words = TableSource.of(database, "word", "w").rows(Codec.text(), row -> row.getString(1));

            assertThatIllegalStateException()
                    .isThrownBy(() -> words.read("", 2))
                    .withMessageContaining("page by a unique key");
        }

        @Test
        void theFingerprintIsThatOfTheQuery_andFitsABatch() throws Exception {
            accounts(1);
            assertThat(names("id > 1").fingerprint()).isEqualTo(names("id > 1").fingerprint());
            assertThat(names("id > 1").fingerprint())
                    .isNotEqualTo(names("id > 2").fingerprint());
            assertThat(names("id > 1\n and id > 2").fingerprint()).doesNotContain("\n");
            assertThat(names("id > 1" + " and id > 1".repeat(200)).fingerprint())
                    .hasSizeLessThan(1_000);
        }

        @Test
        void aMissingTableIsNamed() {
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> names("1 = 1").read("", 1))
                    .withMessageStartingWith("the rows of 'account' could not be read");
        }

        @Test
        void aBatchGoesThroughTheTable_andItsRowsAndItsPlaceCommitTogether() throws Exception {
            accounts(25);
            JdbcStores stores = JdbcStores.of(database);
            stores.schema().apply();
            TransactionalTasks<Connection> tasks = Tasks.on(stores.tasks());
            Batch<String> batch = Batch.within(
                    tasks,
                    Transactions.on(database).forBatches(),
                    "complete",
                    names("done = 0"),
                    BatchOptions.chunksOf(10),
                    (chunk, connection) -> {
                        try (PreparedStatement update =
                                connection.prepareStatement("update account set done = done + 1 where name = ?")) {
                            for (var item : chunk.items()) {
                                update.setString(1, item.value());
                                update.executeUpdate();
                            }
                        }
                    });
            BatchRun run = batch.start(UUID.randomUUID().toString());
            ManualWorker worker = tasks.manualWorker();

            assertThat(worker.runAll()).isEqualTo(3);

            BatchProgress progress = run.progress().orElseThrow();
            assertThat(progress.state()).isEqualTo(BatchProgress.State.FINISHED);
            assertThat(progress.done()).isEqualTo(25);
            assertThat(progress.total()).hasValue(25);
            assertThat(readAll(names("done = 1"), 100)).hasSize(25);
        }
    }

    /** Where a key may be a UUID. */
    abstract static class WithUuids extends Conformance {
        @Test
        void aKeyMayBeAUuid() throws Exception {
            execute("create table thing (id uuid not null primary key)");
            for (int i = 0; i < 5; i++) {
                execute("insert into thing values ('" + UUID.randomUUID() + "')");
            }
            Source<String> things = TableSource.of(database, "thing", "id").rows(Codec.text(), row -> row.getString(1));

            assertThat(Conformance.readAll(things, 2)).hasSize(5).doesNotHaveDuplicates();
        }

        @Test
        void anotherTypeOfKeyIsRefused() throws Exception {
            execute("create table moment (at timestamp not null)", "insert into moment values ('2026-01-01 00:00:00')");
            Source<String> moments =
                    TableSource.of(database, "moment", "at").rows(Codec.text(), row -> row.getString(1));

            assertThatIllegalStateException()
                    .isThrownBy(() -> moments.read("", 2))
                    .withMessageContaining(
                            "a key must be a whole number, text or a UUID, but 'at' is a java.sql.Timestamp");
        }
    }

    @Nested
    class OnPostgres extends WithUuids {
        @Override
        FreshDatabase fresh() {
            return PostgresServer.shared().freshDatabase();
        }
    }

    @Nested
    class OnMariaDb extends WithUuids {
        @Override
        FreshDatabase fresh() {
            return MariaDbServer.shared().freshDatabase();
        }
    }

    @Nested
    class OnSqlite extends Conformance {
        @Override
        FreshDatabase fresh() {
            return Sqlite.freshDatabase();
        }
    }

    @Test
    void aNameThatIsNoneIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TableSource.of(Sqlite.freshDatabase().dataSource(), "account; drop", "id"))
                .withMessageContaining("'account; drop'");
    }
}
