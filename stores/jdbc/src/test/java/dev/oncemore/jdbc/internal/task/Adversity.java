package dev.oncemore.jdbc.internal.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.TaskFinish;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What others do to a database while tasks are worked on. */
abstract class Adversity {
    private String prefix;
    private JoiningTaskStore<Connection> store;

    abstract TaskDatabase database();

    @BeforeEach
    void open() {
        prefix = database().newTables();
        store = TaskDatabase.store(database().pool, prefix);
    }

    @Test
    void whenThePoolHasNoConnectionNothingIsLost_andItMayBeTriedAgain() throws Exception {
        HikariConfig config = new HikariConfig();
        config.setDataSource(database().fresh.dataSource());
        config.setMaximumPoolSize(1);
        config.setConnectionTimeout(250);
        try (HikariDataSource small = new HikariDataSource(config)) {
            JoiningTaskStore<Connection> starved = TaskDatabase.store(small, prefix);
            starved.enqueue(List.of(Tasks.task("a")));
            Claimed claimed = Tasks.claim(starved, 1).get(0);
            List<TaskFinish> finishes = List.of(Tasks.finish(claimed, Tasks.done()));

            try (Connection last = small.getConnection()) {
                assertThat(last.isValid(1)).isTrue();
                assertThatExceptionOfType(StoreException.class)
                        .isThrownBy(() -> starved.finish(finishes))
                        .extracting(e -> e.classification().kind())
                        .isEqualTo(FailureKind.TRANSIENT);
            }

            assertThat(starved.finish(finishes)).containsExactly(true);
        }
    }

    @Test
    void whileAReaderHoldsTheOldestSnapshotAllWorkGoesOn() throws Exception {
        try (Connection reader = database().begin()) {
            if (reader.getMetaData().supportsTransactionIsolationLevel(Connection.TRANSACTION_REPEATABLE_READ)) {
                reader.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            }
            assertThat(tasksSeenBy(reader)).isZero();

            assertThat(enqueueAndDrain("old", 1_000)).isEqualTo(1_000);
            assertThat(enqueueAndDrain("new", 10)).isEqualTo(10);
            store.enqueue(List.of(Tasks.task("last")));

            assertThat(tasksSeenBy(reader)).as("its snapshot is the old one").isZero();
            reader.rollback();
        }
        assertThat(Tasks.ids(Tasks.claim(store, 10))).containsExactly("last");
    }

    private long tasksSeenBy(Connection reader) throws SQLException {
        try (Statement statement = reader.createStatement();
                ResultSet row = statement.executeQuery("select count(*) from " + prefix + "task")) {
            row.next();
            return row.getLong(1);
        }
    }

    private int enqueueAndDrain(String name, int count) {
        List<NewTask> batch =
                IntStream.range(0, count).mapToObj(i -> Tasks.task(name + i)).toList();
        store.enqueue(batch);
        int done = 0;
        for (List<Claimed> some = Tasks.claim(store, 100); !some.isEmpty(); some = Tasks.claim(store, 100)) {
            done += some.size();
            assertThat(store.finish(some.stream()
                            .map(claimed -> Tasks.finish(claimed, Tasks.done()))
                            .toList()))
                    .containsOnly(true);
        }
        return done;
    }
}
