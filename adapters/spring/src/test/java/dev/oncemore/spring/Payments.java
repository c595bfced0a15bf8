package dev.oncemore.spring;

import dev.oncemore.task.Tasks;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/** A service as an application would have it. */
class Payments {
    private final JdbcClient jdbc;
    private final Tasks tasks;
    private final List<String> transactions = new CopyOnWriteArrayList<>();
    private final List<String> enqueued = new CopyOnWriteArrayList<>();
    private final AtomicInteger failures = new AtomicInteger();

    Payments(JdbcClient jdbc, Tasks tasks) {
        this.jdbc = jdbc;
        this.tasks = tasks;
    }

    record Pay(String shop, String id, int amount) {}

    record Receipt(String id, int paid) {}

    @Retrying(policy = "bank")
    @Transactional
    @RunOnce(operation = "payment:retried", tenant = "#pay.shop", key = "#pay.id")
    public Receipt payWithRetries(Pay pay) {
        insert(pay.id());
        transactions.add(jdbc.sql("select pg_current_xact_id()::text")
                .query(String.class)
                .single());
        if (failures.getAndDecrement() > 0) {
            throw new CannotAcquireLockException("deadlock");
        }
        return new Receipt(pay.id(), pay.amount());
    }

    @Transactional
    @RunOnce(operation = "payment:create", tenant = "#pay.shop", key = "#pay.id")
    public Receipt pay(Pay pay) {
        insert(pay.id());
        enqueued.add(tasks.enqueue("mail", pay).id());
        if (pay.amount() < 0) {
            throw new IllegalArgumentException("a payment must not be negative");
        }
        return new Receipt(pay.id(), pay.amount());
    }

    @RunOnce(operation = "payment:anywhere", tenant = "#pay.shop", key = "#pay.id")
    public Receipt payAnywhere(Pay pay) {
        if (pay.amount() == -2) {
            throw new UncheckedIOException(new ConnectException("refused"));
        }
        if (pay.amount() < 0) {
            throw new IllegalArgumentException("a payment must not be negative");
        }
        insert(pay.id());
        return new Receipt(pay.id(), pay.amount());
    }

    @Transactional
    @RunOnce(operation = "payment:listed", tenant = "#shop", key = "#id")
    public List<Receipt> listed(String shop, String id) {
        return List.of(new Receipt(id, insert(id)));
    }

    @Transactional
    @RunOnce(operation = "payment:counted", tenant = "#shop", key = "#id")
    public int counted(String shop, String id) {
        return 1 + insert(id);
    }

    @Transactional
    @RunOnce(operation = "payment:nothing", tenant = "#shop", key = "#id", payload = "#id")
    public void nothing(String shop, String id) {
        insert(id);
    }

    @Retrying(policy = "bank")
    public CompletionStage<Integer> later(AtomicInteger attempts) {
        return attempts.incrementAndGet() < 2
                ? CompletableFuture.failedFuture(new ConnectException("refused"))
                : CompletableFuture.completedFuture(attempts.get());
    }

    void forget() {
        transactions.clear();
        enqueued.clear();
        failures.set(0);
    }

    void failNext(int times) {
        failures.set(times);
    }

    List<String> transactions() {
        return transactions;
    }

    List<String> enqueued() {
        return enqueued;
    }

    private int insert(String id) {
        return jdbc.sql("insert into payment (id) values (?)").param(id).update();
    }
}
