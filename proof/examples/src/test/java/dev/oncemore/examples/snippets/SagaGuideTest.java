package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.jackson.JacksonCodecs;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.saga.InDoubt;
import dev.oncemore.task.saga.Saga;
import dev.oncemore.task.saga.SagaEvent;
import dev.oncemore.task.saga.SagaReport;
import dev.oncemore.task.saga.SagaSettings;
import dev.oncemore.task.saga.SagaStatus;
import dev.oncemore.task.saga.Sagas;
import dev.oncemore.task.saga.StepRun;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SagaGuideTest {
    private final Stock stock = new Stock();
    private final Bank bank = new Bank((path, idempotencyKey, cents) -> "p-1");
    private final Carrier carrier = new Carrier();
    private final List<String> pager = new ArrayList<>();
    private final FreshDatabase database = Sqlite.freshDatabase();
    private final DataSource dataSource = database.dataSource();
    private Tasks tasks;
    private RecordStore recordStore;

    @BeforeEach
    void open() {
        JdbcStores.of(dataSource).schema().apply();
        tasks = Tasks.on(
                JdbcStores.of(dataSource).tasks(), TaskSettings.standard().codecs(JacksonCodecs.standard()));
        recordStore = JdbcStores.of(dataSource).records();
    }

    @AfterEach
    void close() {
        database.close();
    }

    private Saga<Order> checkout() {
        // snippet: declare
        Saga<Order> checkout = Saga.of("checkout", Order.class)
                .step("stock", stock::reserve)
                .undo(stock::release)
                .step("payment", bank::charge)
                .undo(bank::refund)
                .step("shipping", carrier::book)
                .build();
        // end
        return checkout;
    }

    @Test
    void run() throws InterruptedException {
        Saga<Order> checkout = checkout();
        Order order = new Order("order-7", 4900, "");
        // snippet: start
        JdbcStores stores = JdbcStores.of(dataSource);
        Tasks tasks = Tasks.on(stores.tasks(), TaskSettings.standard().codecs(JacksonCodecs.standard()));
        Sagas sagas = Sagas.on(tasks, stores.records(), SagaSettings.standard().codecs(JacksonCodecs.standard()))
                .handle(checkout);
        TaskHandle started = sagas.start(checkout, order.id(), order); // a second start returns the same saga
        // end
        tasks.manualWorker().runAll();
        assertThat(started.poll()).isPresent();

        // snippet: find
        SagaReport<Order> report = sagas.find(checkout, "order-7").orElseThrow();
        SagaStatus status = report.status(); // RUNNING, COMPLETED, COMPENSATING, COMPENSATED or STUCK
        for (SagaReport.Line line : report.history()) {
            System.out.println(line.at() + " " + line.what() + " " + line.outcome());
        }
        // end
        assertThat(status).isEqualTo(SagaStatus.COMPLETED);
        assertThat(report.state().orElseThrow().payment()).isEqualTo("p-1");
    }

    @Test
    void settings() {
        RetryPolicy twice = RetryPolicy.named("twice")
                .maxAttempts(2)
                .backoff(Backoff.fixed(Duration.ofSeconds(10)).noJitter())
                .build();
        // snippet: settings
        Saga<Order> checkout = Saga.of("checkout", Order.class)
                .step("payment", bank::charge)
                .retry(twice)
                .timeout(Duration.ofSeconds(5))
                .inDoubt(InDoubt.COMPENSATE)
                .undo(bank::refund)
                .step("shipping", carrier::book)
                .build();
        // end
        assertThat(checkout.name()).isEqualTo("checkout");
    }

    @Test
    void stuck() {
        Saga<Order> checkout = Saga.of("checkout", Order.class)
                .step("payment", bank::charge)
                .undo((order, step) -> {
                    throw new IllegalStateException("refunds are closed");
                })
                .step("shipping", (order, step) -> {
                    throw new IllegalStateException("no carrier goes there");
                })
                .build();
        // snippet: alert
        SagaSettings settings = SagaSettings.standard()
                .codecs(JacksonCodecs.standard())
                .listener(event -> {
                    if (event instanceof SagaEvent.Stuck stuck) {
                        pager.add(stuck.saga() + " " + stuck.key() + ": " + stuck.reason());
                    }
                });
        // end
        Sagas sagas = Sagas.on(tasks, recordStore, settings).handle(checkout);
        sagas.start(checkout, "order-7", new Order("order-7", 4900, ""));
        tasks.manualWorker().runAll();
        assertThat(pager).hasSize(1);

        // snippet: person
        sagas.resume(checkout, "order-7", By.person("maria", "the bank is back")); // tries again, with new attempts
        // end
        tasks.manualWorker().runAll();
        // snippet: skip
        sagas.skip(checkout, "order-7", "payment", By.person("maria", "paid back in cash")); // counts as undone
        // end
        tasks.manualWorker().runAll();
        assertThat(sagas.find(checkout, "order-7").orElseThrow().status()).isEqualTo(SagaStatus.COMPENSATED);
    }

    @Test
    void startedFromATransaction() {
        Saga<Order> checkout = checkout();
        Sagas sagas = Sagas.on(tasks, recordStore, SagaSettings.standard().codecs(JacksonCodecs.standard()))
                .handle(checkout);
        // snippet: outbox
        tasks.handle("start-checkout", Order.class, (order, task) -> {
            sagas.start(checkout, order.id(), order);
            return Verdict.done();
        });
        // end
        tasks.enqueue("start-checkout", new Order("order-7", 4900, ""));
        tasks.manualWorker().runAll();
        assertThat(sagas.find(checkout, "order-7").orElseThrow().status()).isEqualTo(SagaStatus.COMPLETED);
    }

    // snippet: step
    record Order(String id, long cents, String payment) {
        Order paidBy(String number) {
            return new Order(id, cents, number);
        }
    }

    record Bank(Http http) {
        Order charge(Order order, StepRun step) {
            String number = http.post("/charges", step.key(), order.cents()); // the key makes a repetition harmless
            return order.paidBy(number);
        }

        void refund(Order order, StepRun step) {
            // By the key of the charge: in doubt there is no number.
            http.post("/charges/" + step.stepKey() + "/refund", step.key(), order.cents());
        }
    }
    // end

    interface Http {
        String post(String path, String idempotencyKey, long cents);
    }

    static final class Stock {
        Order reserve(Order order, StepRun step) {
            return order;
        }

        void release(Order order, StepRun step) {}
    }

    static final class Carrier {
        Order book(Order order, StepRun step) {
            return order;
        }
    }
}
