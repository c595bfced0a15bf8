package dev.oncemore.jdbc.transaction;

import static dev.oncemore.jdbc.transaction.TestDatabase.execute;
import static dev.oncemore.jdbc.transaction.TestDatabase.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.server.FreshDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NaturalKeyTest {
    private static final String[] INVOICES = {"""
        create table invoices (
          user_id integer not null,
          period_start date not null,
          period_end date not null,
          number varchar(20) not null unique,
          unique (user_id, period_start, period_end))
        """};
    private static final String COUNT = "select count(*) from invoices";
    private static final NaturalKey KEY = NaturalKey.table("invoices").key("user_id", "period_start", "period_end");

    private static Map<String, Object> march(int user, String number) {
        return Map.of(
                "user_id",
                user,
                "period_start",
                LocalDate.of(2026, 3, 1),
                "period_end",
                LocalDate.of(2026, 3, 31),
                "number",
                number);
    }

    private static Object numberOf(Insertion insertion) {
        return insertion.<Object>fold(() -> "inserted", row -> row.get("number"));
    }

    @ParameterizedTest
    @EnumSource
    void insertsOnce_andAnswersTheRowThatIsThereAfterwards(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(INVOICES);
                Connection connection = database.dataSource().getConnection()) {
            assertThat(KEY.insert(connection, march(1, "A"))).isEqualTo(new Insertion.Inserted());
            Insertion second = KEY.insert(connection, march(1, "B"));
            assertThat(second.inserted()).isFalse();
            assertThat(numberOf(second)).isEqualTo("A");
            assertThat(numberOf(KEY.insert(connection, march(1, "A"))))
                    .as("a repetition breaks both unique keys, and is still the same row")
                    .isEqualTo("A");
            assertThat(number(database, COUNT)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void doesNotPoisonTheTransaction_whichGoesOnAndCommits(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(INVOICES)) {
            Transactions transactions = Transactions.on(database.dataSource());
            transactions.run(connection -> KEY.insert(connection, march(1, "A")));
            transactions.run(connection -> {
                assertThat(KEY.insert(connection, march(2, "B")).inserted()).isTrue();
                assertThat(KEY.insert(connection, march(1, "C")).inserted()).isFalse();
                return KEY.insert(connection, march(3, "D"));
            });
            assertThat(number(database, COUNT)).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void stillFails_whenAnotherUniqueKeyIsBroken(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(INVOICES);
                Connection connection = database.dataSource().getConnection()) {
            KEY.insert(connection, march(1, "A"));
            assertThatThrownBy(() -> KEY.insert(connection, march(2, "A"))).isInstanceOf(SQLException.class);
            assertThat(number(database, COUNT)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void waitsForAnUncommittedRival_andAnswersItsRow_whenItCommits(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(INVOICES)) {
            assertThat(numberOf(againstRival(kind, database, true))).isEqualTo("A");
            assertThat(number(database, COUNT)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void waitsForAnUncommittedRival_andInserts_whenItRollsBack(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(INVOICES)) {
            assertThat(againstRival(kind, database, false)).isEqualTo(new Insertion.Inserted());
            assertThat(number(database, COUNT)).isEqualTo(1);
        }
    }

    private static Insertion againstRival(TestDatabase kind, FreshDatabase database, boolean commits) throws Exception {
        ExecutorService second = Executors.newSingleThreadExecutor();
        CountDownLatch starts = new CountDownLatch(1);
        try (Connection rival = database.dataSource().getConnection()) {
            rival.setAutoCommit(false);
            assertThat(KEY.insert(rival, march(1, "A")).inserted()).isTrue();
            Future<Insertion> waiting = second.submit(() -> {
                starts.countDown();
                return Transactions.on(database.dataSource()).run(connection -> KEY.insert(connection, march(1, "B")));
            });
            Together.await(starts);
            kind.awaitWaiting(database);
            assertThat(waiting.isDone()).isFalse();
            if (commits) {
                rival.commit();
            } else {
                rival.rollback();
            }
            return Together.result(waiting);
        } finally {
            second.shutdownNow();
        }
    }

    @ParameterizedTest
    @EnumSource
    void isInsertedByOneOf32AtOnce(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(INVOICES)) {
            Transactions transactions = Transactions.on(database.pooled(32));
            List<Insertion> answers = Together.run(
                    32, i -> () -> transactions.run(connection -> KEY.insert(connection, march(1, "N" + i))));
            assertThat(answers).filteredOn(Insertion::inserted).hasSize(1);
            assertThat(number(database, COUNT)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
    void answersTheWinnerThatTheSnapshotHides(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(INVOICES)) {
            Transactions transactions = Transactions.on(database.dataSource()).isolation(Isolation.REPEATABLE_READ);
            Insertion answer = transactions.run(connection -> {
                if (number(connection, COUNT) == 0) { // the snapshot is taken
                    execute(database, "insert into invoices values (1, '2026-03-01', '2026-03-31', 'A')");
                }
                return KEY.insert(connection, march(1, "B"));
            });
            assertThat(numberOf(answer)).isEqualTo("A");
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MARIADB")
    void fails_whenTheKeyHasNoUniqueIndex(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(INVOICES);
                Connection connection = database.dataSource().getConnection()) {
            NaturalKey wrong = NaturalKey.table("invoices").key("user_id");
            assertThatThrownBy(() -> wrong.insert(connection, march(1, "A"))).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void refusesARowWithoutItsKey_andNamesThatAreNone() throws Exception {
        try (FreshDatabase database = TestDatabase.SQLITE.fresh(INVOICES);
                Connection connection = database.dataSource().getConnection()) {
            Map<String, Object> row = new HashMap<>(march(1, "A"));
            row.put("period_end", null);
            assertThatThrownBy(() -> KEY.insert(connection, row))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("period_end");
            row.putAll(march(1, "A"));
            row.put("x) values (1); --", 1);
            assertThatThrownBy(() -> KEY.insert(connection, row)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> NaturalKey.table("invoices").key("a", "a"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> NaturalKey.table("invoices").key())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least one");
    }
}
