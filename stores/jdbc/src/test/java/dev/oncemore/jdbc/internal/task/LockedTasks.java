package dev.oncemore.jdbc.internal.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.By;
import dev.oncemore.jdbc.internal.sql.RecordedStatements;
import dev.oncemore.once.record.RecordLockedException;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.task.store.TaskExtension;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskStore;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A running task that a user's open transaction cancels holds up neither the ends nor the leases of others. */
abstract class LockedTasks {
    abstract TaskDatabase database();

    private static TaskFinish done(Claimed claimed) {
        return new TaskFinish(claimed.task().id(), claimed.fence(), new End.Done(null));
    }

    private static TaskExtension longer(Claimed claimed) {
        return new TaskExtension(claimed.task().id(), claimed.fence(), Tasks.LONG);
    }

    @Test
    void theOthersGoOn() throws Exception {
        JoiningTaskStore<Connection> store = database().newStore();
        store.enqueue(List.of(Tasks.task("locked"), Tasks.task("free")));
        List<Claimed> claimed =
                store.claim(new ClaimRequest("node", Tasks.LONG, 1, List.of(new ClaimRequest.Share(Tasks.QUEUE, 2))));
        Claimed locked = claimed.get(0);
        Claimed free = claimed.get(1);
        try (Connection user = database().begin()) {
            assertThat(store.join(user).cancel(List.of("locked"), By.person("ann", "changed her mind")))
                    .containsExactly(true);

            assertThatExceptionOfType(RecordLockedException.class)
                    .isThrownBy(() -> store.extend(List.of(longer(free), longer(locked))));
            assertThatExceptionOfType(RecordLockedException.class)
                    .isThrownBy(() -> store.finish(List.of(done(free), done(locked))));
            assertThat(store.extend(List.of(longer(free)))).containsExactly(true);
            assertThat(store.finish(List.of(done(free)))).containsExactly(true);
            user.rollback();
        }
        assertThat(store.extend(List.of(longer(locked)))).containsExactly(true);
        assertThat(store.finish(List.of(done(locked)))).containsExactly(true);
    }

    /** Many of them: only the first request waits for the transaction, and says so in its statement. */
    @Test
    void theOthersGoOnAtOnce_whenTheBatchHasWaited() throws Exception {
        RecordedStatements statements = new RecordedStatements(database().pool);
        JoiningTaskStore<Connection> store =
                TaskDatabase.store(statements, database().newTables());
        store.enqueue(List.of(Tasks.task("a"), Tasks.task("b"), Tasks.task("free")));
        List<Claimed> claimed =
                store.claim(new ClaimRequest("node", Tasks.LONG, 1, List.of(new ClaimRequest.Share(Tasks.QUEUE, 3))));
        TaskStore atOnce = store.withoutWaiting();
        try (Connection user = database().begin()) {
            store.join(user).cancel(List.of("a", "b"), By.person("ann", "changed her mind"));
            assertThatExceptionOfType(RecordLockedException.class)
                    .isThrownBy(() -> store.extend(
                            claimed.stream().map(LockedTasks::longer).toList()));
            long waits = waits(statements);
            assertThat(waits).isPositive();

            for (Claimed one : claimed) {
                if (one.task().id().equals("free")) {
                    assertThat(atOnce.extend(List.of(longer(one)))).containsExactly(true);
                    assertThat(atOnce.finish(List.of(done(one)))).containsExactly(true);
                } else {
                    assertThatExceptionOfType(RecordLockedException.class)
                            .isThrownBy(() -> atOnce.extend(List.of(longer(one))));
                    assertThatExceptionOfType(RecordLockedException.class)
                            .isThrownBy(() -> atOnce.finish(List.of(done(one))));
                }
            }
            assertThat(waits(statements)).isEqualTo(waits);
            user.rollback();
        }
    }

    /** The end of a lane's first task makes the next one claimable, and that one may be locked, too. */
    @Test
    void theNextOfALaneIsNotWaitedForEither_whenTheBatchHasWaited() throws Exception {
        RecordedStatements statements = new RecordedStatements(database().pool);
        JoiningTaskStore<Connection> store =
                TaskDatabase.store(statements, database().newTables());
        store.enqueue(List.of(Tasks.inLane("first", "lane"), Tasks.inLane("next", "lane")));
        Claimed first = Tasks.claim(store, 1).get(0);
        assertThat(Tasks.claim(store, 1)).isEmpty(); // puts the next one behind the first
        try (Connection user = database().begin()) {
            store.join(user).cancel(List.of("next"), By.person("ann", "changed her mind"));
            long waits = waits(statements);

            assertThatExceptionOfType(RecordLockedException.class)
                    .isThrownBy(() -> store.withoutWaiting().finish(List.of(done(first))));

            assertThat(waits(statements)).isEqualTo(waits);
            user.rollback();
        }
        assertThat(store.finish(List.of(done(first)))).containsExactly(true);
        assertThat(Tasks.ids(Tasks.claim(store, 1))).containsExactly("next");
    }

    /** How many statements waited for a row: on PostgreSQL and on MariaDB. */
    private static long waits(RecordedStatements statements) {
        return statements.count("[1s]") + statements.count("innodb_lock_wait_timeout = 1");
    }
}
