package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.jdbc.TableSource;
import dev.oncemore.jdbc.transaction.Transactions;
import dev.oncemore.once.Codec;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.task.batch.Batch;
import dev.oncemore.task.batch.BatchOptions;
import dev.oncemore.task.batch.BatchProgress;
import dev.oncemore.task.batch.BatchRun;
import dev.oncemore.task.batch.Item;
import dev.oncemore.task.batch.Source;
import dev.oncemore.task.schedule.Firing;
import dev.oncemore.task.schedule.FiringRecord;
import dev.oncemore.task.schedule.Misfire;
import dev.oncemore.task.schedule.Overlap;
import dev.oncemore.task.schedule.ScheduleOptions;
import dev.oncemore.task.schedule.Schedules;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.InMemoryTransaction;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import dev.oncemore.time.VirtualTime;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SchedulesTest {
    private final VirtualTime time = new VirtualTime();
    private final InMemoryTaskStore store =
            new InMemoryTaskStore(time, InstantSource.fixed(Instant.parse("2026-01-31T17:59:00Z")), 1_000);
    private final TransactionalTasks<InMemoryTransaction> tasks =
            Tasks.on(store, TaskSettings.standard().time(time).executor(Runnable::run));
    private final FreshDatabase database = Sqlite.freshDatabase();
    private final Billing billing = new Billing();
    private final List<String> balances = new ArrayList<>();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void aScheduleByCron() {
        // snippet: cron
        Schedules schedules = Schedules.on(tasks);
        schedules.cron("monthly-billing", "0 3 1 * *", ZoneId.of("Asia/Tokyo"), firing -> billing.run(firing.period()));
        schedules.every("sync-stock", Duration.ofMinutes(5), firing -> billing.sync(firing.key()));
        // end

        time.advance(Duration.ofMinutes(1));
        tasks.manualWorker().runAll();

        assertThat(billing.periods)
                .containsExactly(new Firing.Period(
                        Instant.parse("2025-12-31T18:00:00Z"), Instant.parse("2026-01-31T18:00:00Z")));

        // snippet: history
        for (FiringRecord row : schedules.history("monthly-billing", Instant.parse("2027-01-01T00:00:00Z"), 20)) {
            billing.report(row.instant() + " " + row.outcome() + " " + row.why());
        }
        // end
        assertThat(billing.reports).containsExactly("2026-01-31T18:00:00Z DONE null");
    }

    @Test
    void policies() {
        Schedules schedules = Schedules.on(tasks);

        // snippet: policies
        ScheduleOptions options = ScheduleOptions.standard()
                .overlap(Overlap.QUEUE)
                .misfire(Misfire.fireEach(24))
                .grace(Duration.ofMinutes(5))
                .policy(RetryPolicy.named("reports")
                        .maxAttempts(3)
                        .backoff(Backoff.fixed(Duration.ofMinutes(1)))
                        .build());
        schedules.cron("hourly-report", "@hourly", ZoneId.of("UTC"), options, firing -> billing.run(firing.period()));
        // end

        time.advance(Duration.ofMinutes(61));
        tasks.manualWorker().runAll();
        assertThat(billing.periods).hasSize(2);
    }

    @Test
    void aScheduleInATest() {
        // snippet: test
        Schedules.on(tasks)
                .cron("nightly", "0 3 * * *", ZoneId.of("Asia/Tokyo"), firing -> billing.run(firing.period()));

        time.advance(Duration.ofDays(1));
        tasks.manualWorker().runAll();

        assertThat(billing.periods).hasSize(1);
        // end
    }

    @Test
    void aTableAsSource() throws Exception {
        DataSource dataSource = database.dataSource();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table account (id integer primary key, owner text, closed_at text)");
            statement.execute("insert into account values (1, 'ann', null), (2, 'bob', '2026'), (3, 'cat', null)");
        }
        // snippet: table
        Source<String> accounts = TableSource.of(dataSource, "account", "id")
                .columns("owner")
                .where("closed_at IS NULL")
                .rows(Codec.text(), row -> row.getString("owner"));
        // end
        assertThat(accounts.read("", 500).items()).containsExactly("ann", "cat");
    }

    @Test
    void aBatchInTransactions() throws Exception {
        List<String> names = List.of("ann", "bob", "cat");
        DataSource dataSource = database.dataSource();
        JdbcStores.of(dataSource).schema().apply();

        // snippet: batch
        JdbcStores stores = JdbcStores.of(dataSource);
        TransactionalTasks<Connection> tasks = Tasks.on(stores.tasks());
        Source<String> accounts = Source.of(names, Codec.text());
        Batch<String> recalculate = Batch.within(
                tasks,
                Transactions.on(dataSource).forBatches(),
                "recalculate",
                accounts,
                BatchOptions.chunksOf(500),
                (chunk, connection) -> {
                    for (Item<String> account : chunk.items()) {
                        recalculate(connection, account.value());
                    }
                });
        BatchRun run = recalculate.start("2026-01");
        // end
        tasks.manualWorker().runAll();

        // snippet: progress
        BatchProgress progress = run.progress().orElseThrow();
        String line = progress.processed() + " of " + progress.total().orElse(0) + ", " + progress.perSecond()
                + " a second, done in " + progress.remaining().orElse(Duration.ZERO);
        // end
        assertThat(line).startsWith("3 of 3");
        assertThat(balances).containsExactly("ann", "bob", "cat");
    }

    @Test
    void aBatchElsewhere() throws Exception {
        Source<String> addresses = Source.of(List.of("ann@example.com", "nobody", "bob@example.com"), Codec.text());

        // snippet: items
        Batch<String> letters = Batch.on(tasks, "letters", addresses, BatchOptions.chunksOf(100), chunk -> {
            for (Item<String> address : chunk.items()) {
                if (!address.value().contains("@")) {
                    address.poison("not an address");
                } else if (billing.isLocked(address.value())) {
                    address.retryLater(Duration.ofMinutes(10), "the mailbox is locked");
                } else {
                    billing.mail(address.value(), address.key());
                }
            }
        });
        // end
        BatchRun run = letters.start("spring");
        tasks.manualWorker().runAll();

        assertThat(run.progress().orElseThrow().setAside()).isEqualTo(1);
        assertThat(billing.reports)
                .containsExactly("ann@example.com letters/spring#0:0", "bob@example.com letters/spring#0:2");
    }

    private void recalculate(Connection connection, String account) {
        assertThat(connection).isNotNull();
        balances.add(account);
    }

    /** What the documentation's schedules do. */
    private static final class Billing {
        final List<Firing.Period> periods = new ArrayList<>();
        final List<String> reports = new ArrayList<>();

        void run(Firing.Period period) {
            periods.add(period);
        }

        void sync(String key) {
            assertThat(key).startsWith("sync-stock@");
        }

        void report(String line) {
            reports.add(line);
        }

        boolean isLocked(String address) {
            return address.isEmpty();
        }

        void mail(String address, String key) {
            reports.add(address + " " + key);
        }
    }
}
