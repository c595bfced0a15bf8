package dev.oncemore.task;

import dev.oncemore.By;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.task.store.Queues;
import dev.oncemore.task.store.TaskStore;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tasks inside one open transaction, see {@link TransactionalTasks#join}: everything here commits or rolls back with it.
 *
 * <pre>{@code
 * JoinedTasks here = tasks.join(connection);
 * here.enqueue("welcome-mail", "ann@example.com");
 * here.cancel(reminder, By.person("ann", "paid"));
 * connection.commit();
 * here.announce();
 * }</pre>
 */
public final class JoinedTasks {
    private final JoiningTaskStore<?> store;
    private final Engine engine;
    private final TaskStore joined;
    private final Outbox outbox;
    private final Set<String> woken;

    private <C> JoinedTasks(Engine engine, JoiningTaskStore<C> store, C transaction) {
        this.engine = engine;
        this.store = store;
        woken = new TreeSet<>();
        joined = store.join(transaction, woken::add);
        // Not retried on failure: the whole transaction must be.
        outbox = new Outbox(engine, newTask -> joined.enqueue(List.of(newTask)).get(0), joined::enqueue);
    }

    static <C> JoinedTasks of(Engine engine, JoiningTaskStore<C> store, C transaction) {
        return new JoinedTasks(engine, store, transaction);
    }

    /** The underlying store, joined, for features built on tasks. */
    public TaskStore store() {
        return joined;
    }

    /** Enqueues in the transaction. If a lane is named, the transaction holds the lane's lock until it ends. */
    public Outbox outbox() {
        return outbox;
    }

    /** As {@link Outbox#enqueue(String, Object)}. */
    public TaskHandle enqueue(String kind, Object payload) {
        return outbox.enqueue(kind, payload);
    }

    /** As {@link Outbox#enqueue(String, Object, TaskOptions)}. */
    public TaskHandle enqueue(String kind, Object payload, TaskOptions options) {
        return outbox.enqueue(kind, payload, options);
    }

    /** As {@link Tasks#cancel}. */
    public boolean cancel(String id, By by) {
        return joined.cancel(List.of(id), by).get(0);
    }

    /** As {@link Tasks#deadLetters}. */
    public DeadLetters deadLetters() {
        return new BoundedDeadLetters(joined.deadLetters(), engine.settings);
    }

    /** As {@link Tasks#queues}. */
    public Queues queues() {
        return joined.queues();
    }

    /** As {@link Tasks#redriveAll}: the task that redrives is enqueued in the transaction. */
    public TaskHandle redriveAll(DeadLetters.Filter filter, int perSecond, By by) {
        BulkRedrive.requireValid(filter, perSecond);
        return BulkRedrive.enqueue(outbox, BulkRedrive.upToNow(joined.deadLetters(), filter), perSecond, by);
    }

    /**
     * Tells waiting workers, here and on other nodes, of the work that the transaction made claimable. Call it after the
     * commit; without it they find the work at their next poll.
     */
    public void announce() {
        if (!woken.isEmpty()) {
            store.announce(woken);
        }
    }
}
