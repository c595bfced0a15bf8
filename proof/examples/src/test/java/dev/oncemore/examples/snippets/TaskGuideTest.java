package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TaskEvent;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.Workers;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.DeadLetters.Filter;
import dev.oncemore.task.store.DeadLetters.Order;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import dev.oncemore.time.VirtualTime;
import java.net.ConnectException;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

class TaskGuideTest {
    private final FreshDatabase database = Sqlite.freshDatabase();
    private final DataSource dataSource = database.dataSource();
    private final TaskStore store = open(dataSource);
    private final Mailer mailer = new Mailer();
    private final List<String> pager = new ArrayList<>();

    private static TaskStore open(DataSource dataSource) {
        JdbcStores.of(dataSource).schema().apply();
        return JdbcStores.of(dataSource).tasks();
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void stores() {
        // snippet: stores
        JdbcStores stores = JdbcStores.of(dataSource);
        stores.schema().apply(); // or let your migrations run its scripts
        TransactionalTasks<Connection> tasks = Tasks.on(stores.tasks());
        // end
        assertThat(tasks.enqueue("welcome-mail", "ann@example.com").isNew()).isTrue();
    }

    @Test
    @SuppressWarnings("try") // the workers need no calls
    void firstMinute() throws InterruptedException {
        // snippet: first
        JdbcStores stores = JdbcStores.of(dataSource); // PostgreSQL, MariaDB or SQLite
        stores.schema().apply(); // creates missing tables
        Tasks tasks = Tasks.on(stores.tasks());
        tasks.handle("welcome-mail", String.class, (address, task) -> {
            mailer.send(address, task.key());
            return Verdict.done();
        });
        TaskHandle mail = tasks.enqueue("welcome-mail", "ann@example.com");
        try (Workers workers = tasks.start()) { // a service keeps them until it stops
            mail.await(Duration.ofSeconds(10)).ifPresent(ended -> System.out.println(ended.state())); // DONE
        }
        // end
        assertThat(mail.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
        assertThat(mailer.sent).containsExactly("ann@example.com");
    }

    @Test
    void aFileOfSqlite(@TempDir Path folder) {
        // snippet: sqlite
        SQLiteDataSource dataSource = new SQLiteDataSource();
        dataSource.setUrl("jdbc:sqlite:shop.db?journal_mode=WAL&synchronous=FULL");
        // end
        dataSource.setUrl(
                dataSource.getUrl().replace("shop.db", folder.resolve("shop.db").toString()));
        JdbcStores.of(dataSource).schema().apply();
        assertThat(Tasks.on(JdbcStores.of(dataSource).tasks()).enqueue("a", "b").isNew())
                .isTrue();
    }

    @Test
    void options() {
        Tasks tasks = Tasks.on(store);
        // snippet: options
        TaskHandle invoice = tasks.enqueue(
                "invoice",
                "customer-7",
                TaskOptions.standard()
                        .queue("billing")
                        .dedupKey("invoice-2026-01-customer-7") // a second enqueue returns this task
                        .lane("customer-7") // one after the other, in the order of commits
                        .delay(Duration.ofMinutes(5))
                        .priority(10)
                        .header("trace", "4bf92f35"));
        // end
        assertThat(invoice.isNew()).isTrue();
        assertThat(tasks.find(invoice.id()).poll()).isPresent();
    }

    @Test
    void consume() {
        Tasks tasks = Tasks.on(store);
        // snippet: consume
        tasks.consume("welcome-mail", String.class, (address, task) -> mailer.send(address, task.key()));
        // end
        tasks.enqueue("welcome-mail", "ann@example.com");
        tasks.manualWorker().runAll();
        assertThat(mailer.sent).containsExactly("ann@example.com");
    }

    @Test
    void aList() {
        Tasks tasks = Tasks.on(store);
        // snippet: enqueue-all
        List<TaskHandle> mails = tasks.enqueueAll(
                "welcome-mail",
                List.of("ann@example.com", "bob@example.com"),
                (String address) -> TaskOptions.standard().dedupKey("welcome " + address));
        // end
        assertThat(mails).allMatch(TaskHandle::isNew);
    }

    @Test
    void verdicts() {
        Tasks tasks = Tasks.on(store);
        // snippet: verdicts
        tasks.handle("charge", String.class, (order, task) -> {
            Reply reply = mailer.charge(order, task.key());
            return switch (reply.status()) {
                case "booked" -> Verdict.done(reply.number());
                case "declined" -> Verdict.rejected("the card was declined");
                case "pending" -> Verdict.retryLater(Duration.ofMinutes(1), "not booked yet");
                case "closed" -> Verdict.pauseQueue(Duration.ofMinutes(10), "the bank is closed");
                default -> Verdict.dead("unknown status " + reply.status());
            };
        });
        // end
        TaskHandle handle = tasks.enqueue("charge", "order-7");
        tasks.manualWorker().runAll();
        assertThat(handle.result(String.class)).contains("p-1");
    }

    @Test
    void settings() {
        // snippet: settings
        RetryPolicy patient = RetryPolicy.named("patient")
                .maxAttempts(20)
                .backoff(Backoff.exponential(Duration.ofSeconds(5)).cap(Duration.ofHours(1)))
                .build();
        TaskSettings settings = TaskSettings.standard()
                .policy(patient) // for kinds without a policy of their own
                .queue("billing", QueueSettings.standard().concurrency(4).ratePerSecond(20))
                .listener(event -> {
                    if (event instanceof TaskEvent.Dead dead) {
                        pager.add(dead.kind() + " died: " + dead.reason());
                    }
                });
        Tasks tasks = Tasks.on(store, settings);
        // end
        tasks.handle("hopeless", String.class, (text, task) -> Verdict.dead("of no use"));
        tasks.enqueue("hopeless", "x");
        tasks.manualWorker().runAll();
        assertThat(pager).containsExactly("hopeless died: of no use");
    }

    @Test
    void deadLetters() throws InterruptedException {
        Tasks tasks = Tasks.on(store).handle("charge", String.class, (order, task) -> {
            return task.redrives() == 0 ? Verdict.dead("no such customer 7") : Verdict.done();
        });
        tasks.enqueue("charge", "order-7");
        tasks.manualWorker().runAll();

        // snippet: dead
        DeadLetters letters = tasks.deadLetters();
        Filter charges = Filter.all().ofKind("charge");
        List<DeadLetters.Group> causes = letters.groups(charges, 20); // "no such customer #": 1
        for (DeadLetter letter : letters.page(charges, Order.NEWEST_FIRST, null, 50)) {
            List<LogEntry> history = tasks.find(letter.task().id()).history(100);
            assertThat(history).isNotEmpty();
            letters.redrive(List.of(letter.task().id()), By.person("maria", "the customer is there now"));
        }
        // end
        assertThat(causes).hasSize(1);
        // snippet: redrive-all
        long wouldBe = tasks.deadLetters().count(charges);
        TaskHandle redrive = tasks.redriveAll(charges, 50, By.person("maria", "the bank is back")); // 50 a second
        // end
        tasks.manualWorker().runAll();
        assertThat(wouldBe).isZero();
        assertThat(redrive.result(String.class)).contains("0");
    }

    @Test
    void testing() {
        // snippet: test
        VirtualTime time = new VirtualTime();
        Tasks tasks = Tasks.on(
                new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 1_000),
                TaskSettings.standard().time(time));
        tasks.handle("flaky", String.class, (text, task) -> {
            if (task.attempt() == 1) {
                throw new ConnectException("refused");
            }
            return Verdict.done();
        });
        TaskHandle handle = tasks.enqueue("flaky", "x");

        assertThat(tasks.manualWorker().runAll()).isEqualTo(1);
        time.advance(Duration.ofSeconds(1)); // the first delay is no longer
        assertThat(tasks.manualWorker().runAll()).isEqualTo(1);
        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
        // end
    }

    record Reply(String status, String number) {}

    /** Another system, which honours keys. */
    private static final class Mailer {
        final List<String> sent = new ArrayList<>();

        void send(String address, String key) {
            sent.add(key.isEmpty() ? "without a key" : address);
        }

        Reply charge(String order, String key) {
            return new Reply(order.isEmpty() || key.isEmpty() ? "declined" : "booked", "p-1");
        }
    }
}
