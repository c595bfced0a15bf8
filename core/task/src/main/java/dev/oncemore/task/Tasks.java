package dev.oncemore.task;

import dev.oncemore.By;
import dev.oncemore.internal.Bounds;
import dev.oncemore.once.Codec;
import dev.oncemore.once.group.GroupCommit;
import dev.oncemore.retry.OpenTransaction;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.JoiningTaskStore;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.Queues;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.task.store.TaskStore.Enqueued;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * Work that survives any crash: enqueued once, retried until it is done or dead.
 *
 * <pre>{@code
 * Tasks tasks = Tasks.on(store);
 * tasks.handle("welcome-mail", String.class, (address, task) -> {
 *     mailer.send(address, task.key());
 *     return Verdict.done();
 * });
 * try (Workers workers = tasks.start()) {
 *     tasks.enqueue("welcome-mail", "ann@example.com").await(Duration.ofSeconds(10));
 * }
 * }</pre>
 */
public sealed class Tasks permits TransactionalTasks {
    /** The queue of tasks without another one. */
    public static final String DEFAULT_QUEUE = "default";

    private static final int ENQUEUES_MAX = 256;
    private static final Duration KEPT_MAX = Duration.ofDays(36_500);

    private final Engine engine;
    private final Outbox outbox;
    private final List<Workers> started = new CopyOnWriteArrayList<>();

    Tasks(TaskStore store, TaskSettings settings) {
        engine = new Engine(Objects.requireNonNull(store, "store"), settings);
        GroupCommit<NewTask, Enqueued> enqueues = new GroupCommit<>(
                store::enqueue, Tasks::batchIdentity, answer -> false, store.concurrentBatches(), ENQUEUES_MAX);
        outbox = new Outbox(
                engine,
                newTask -> {
                    requireNoTransaction(newTask);
                    return engine.asking(() -> enqueues.submit(newTask));
                },
                newTasks -> {
                    newTasks.stream().findFirst().ifPresent(Tasks::requireNoTransaction);
                    return engine.asking(() -> store.enqueue(newTasks));
                });
        BulkRedrive.register(engine);
        store.warnings().forEach(warning -> Engine.LOG.log(Level.WARNING, warning));
    }

    /**
     * Tasks with this identity are not batched together: of two with the same dedup key, the second gets the first
     * one's id.
     */
    private static Object batchIdentity(NewTask newTask) {
        String dedupKey = newTask.task().dedupKey();
        return dedupKey == null ? newTask.task().id() : List.of(newTask.task().queue(), dedupKey);
    }

    private static void requireNoTransaction(NewTask newTask) {
        OpenTransaction.requireNone(() -> "the task '" + newTask.task().kind() + "' would be enqueued by itself inside"
                + " an open transaction, and outlive a rollback; use within(transaction), or enqueue it after the"
                + " commit");
    }

    /** Creates tasks on a store without user transactions. */
    public static Tasks on(TaskStore store) {
        return on(store, TaskSettings.standard());
    }

    /** As {@link #on(TaskStore)}, with your own settings. */
    public static Tasks on(TaskStore store, TaskSettings settings) {
        return ready(new Tasks(store, settings));
    }

    /** Creates tasks on a store that can join your transactions. */
    public static <C> TransactionalTasks<C> on(JoiningTaskStore<C> store) {
        return on(store, TaskSettings.standard());
    }

    /** As {@link #on(JoiningTaskStore)}, with your own settings. */
    public static <C> TransactionalTasks<C> on(JoiningTaskStore<C> store, TaskSettings settings) {
        return ready(new TransactionalTasks<>(store, settings, null));
    }

    /**
     * As {@link #on(JoiningTaskStore, TaskSettings)}, for a framework that opens transactions around calls: tasks enqueued
     * inside one join it, and wake workers after its commit.
     */
    public static <C> TransactionalTasks<C> on(
            JoiningTaskStore<C> store, TaskSettings settings, AmbientTransaction<C> ambient) {
        return ready(new TransactionalTasks<>(store, settings, Objects.requireNonNull(ambient, "ambient")));
    }

    private static <T extends Tasks> T ready(T tasks) {
        tasks.engine().notifyReady(tasks);
        return tasks;
    }

    final Engine engine() {
        return engine;
    }

    /** Where tasks are enqueued from this thread. */
    Outbox outbox() {
        return outbox;
    }

    /** The underlying store, for features built on tasks. */
    public TaskStore store() {
        return engine.store;
    }

    /** The settings. */
    public final TaskSettings settings() {
        return engine.settings;
    }

    /** Registers the handler of a kind, with the settings' policy. */
    public final <T> Tasks handle(String kind, Class<T> type, TaskHandler<? super T> handler) {
        return handle(kind, type, engine.settings.policy, handler);
    }

    /** As {@link #handle(String, Class, TaskHandler)}, with its own policy. */
    public final <T> Tasks handle(String kind, Class<T> type, RetryPolicy policy, TaskHandler<? super T> handler) {
        return handle(kind, engine.settings.codecs.of(type), policy, handler);
    }

    /**
     * As {@link #handle(String, Class, RetryPolicy, TaskHandler)}, with its own codec.
     *
     * @throws IllegalStateException if the kind already has a handler
     */
    public final <T> Tasks handle(String kind, Codec<T> codec, RetryPolicy policy, TaskHandler<? super T> handler) {
        engine.handlers.add(kind, codec, policy, handler);
        return this;
    }

    /**
     * Registers a handler without a verdict: a task is done when it returns. As {@link #handle(String, Class,
     * TaskHandler)} otherwise.
     *
     * <pre>{@code
     * tasks.consume("welcome-mail", String.class, (address, task) -> mailer.send(address, task.key()));
     * }</pre>
     */
    public final <T> Tasks consume(String kind, Class<T> type, TaskConsumer<? super T> consumer) {
        return consume(kind, type, engine.settings.policy, consumer);
    }

    /** As {@link #consume(String, Class, TaskConsumer)}, with its own policy. */
    public final <T> Tasks consume(String kind, Class<T> type, RetryPolicy policy, TaskConsumer<? super T> consumer) {
        return consume(kind, engine.settings.codecs.of(type), policy, consumer);
    }

    /**
     * As {@link #consume(String, Class, RetryPolicy, TaskConsumer)}, with its own codec.
     *
     * @throws IllegalStateException if the kind already has a handler
     */
    public final <T> Tasks consume(String kind, Codec<T> codec, RetryPolicy policy, TaskConsumer<? super T> consumer) {
        Objects.requireNonNull(consumer, "consumer");
        return handle(kind, codec, policy, (payload, task) -> {
            consumer.accept(payload, task);
            return Verdict.done();
        });
    }

    /**
     * As {@link Outbox#enqueue(String, Object)}; it is durable when this returns, or with the {@link AmbientTransaction} of
     * this thread.
     *
     * @throws IllegalStateException inside another open transaction, whose rollback it would outlive; see
     *     {@link TransactionalTasks#within}
     */
    public final TaskHandle enqueue(String kind, Object payload) {
        return outbox().enqueue(kind, payload);
    }

    /**
     * As {@link Outbox#enqueue(String, Object, TaskOptions)}; it is durable when this returns.
     *
     * @throws IllegalStateException inside an open transaction, whose rollback it would outlive; see
     *     {@link TransactionalTasks#within}
     */
    public final TaskHandle enqueue(String kind, Object payload, TaskOptions options) {
        return outbox().enqueue(kind, payload, options);
    }

    /** As {@link Outbox#enqueueAll(String, List)}; all are durable when this returns. */
    public final List<TaskHandle> enqueueAll(String kind, List<?> payloads) {
        return outbox().enqueueAll(kind, payloads);
    }

    /** As {@link Outbox#enqueueAll(String, List, TaskOptions)}; all are durable when this returns. */
    public final List<TaskHandle> enqueueAll(String kind, List<?> payloads, TaskOptions options) {
        return outbox().enqueueAll(kind, payloads, options);
    }

    /** As {@link Outbox#enqueueAll(String, List, Function)}; all are durable when this returns. */
    public final <T> List<TaskHandle> enqueueAll(
            String kind, List<? extends T> payloads, Function<? super T, TaskOptions> optionsOf) {
        return outbox().enqueueAll(kind, payloads, optionsOf);
    }

    /**
     * Makes a task without storing it, so that its id is known beforehand; {@link Outbox#enqueuePrepared} stores it, in a
     * transaction, perhaps with those of other callers.
     *
     * @throws IllegalArgumentException as {@link #enqueue(String, Object, TaskOptions)}
     */
    public final NewTask prepare(String kind, Object payload, TaskOptions options) {
        return outbox.prepare(kind, payload, options);
    }

    /** Returns the handle of a task by id. */
    public final TaskHandle find(String id) {
        return new TaskHandle(engine, id, false);
    }

    /**
     * Cancels a task that has not ended; its running handler is notified. Returns false if there is no such live task.
     */
    public final boolean cancel(String id, By by) {
        return engine.asking(() -> engine.store.cancel(List.of(id), by)).get(0);
    }

    /** The dead letters: to read, edit (within the payload limit), redrive and discard. */
    public final DeadLetters deadLetters() {
        return new BoundedDeadLetters(engine.store.deadLetters(), engine.settings);
    }

    /** The status of the queues, and their pauses. */
    public final Queues queues() {
        return engine.store.queues();
    }

    /**
     * Redrives all matching letters that have died by now, at this rate. This is a task itself: it continues after a
     * crash, {@link #cancel} stops it, and its result is the number of redriven letters (since it was last
     * interrupted). Letters that die again in the meantime are not redriven. {@link DeadLetters#count} gives the number
     * beforehand.
     */
    public final TaskHandle redriveAll(DeadLetters.Filter filter, int perSecond, By by) {
        BulkRedrive.requireValid(filter, perSecond);
        DeadLetters.Filter bounded = engine.asking(() -> BulkRedrive.upToNow(engine.store.deadLetters(), filter));
        return BulkRedrive.enqueue(outbox(), bounded, perSecond, by);
    }

    /**
     * Purges tasks that ended or were discarded at least this long ago, in batches; returns how many.
     *
     * @throws IllegalArgumentException if a span is negative or over 100 years, or a batch not of 1 to 100,000 tasks
     */
    public final long purge(Duration endedFor, Duration discardedFor, int batchTasks) {
        Bounds.between("endedFor", endedFor, Duration.ZERO, KEPT_MAX);
        Bounds.between("discardedFor", discardedFor, Duration.ZERO, KEPT_MAX);
        Bounds.between("batchTasks", batchTasks, 1, 100_000);
        long purged = 0;
        int last;
        do {
            last = engine.store.purge(endedFor, discardedFor, batchTasks);
            purged += last;
        } while (last == batchTasks);
        return purged;
    }

    /** Starts workers for all queues of the settings, as {@link #startOn} does. */
    public final Workers start() {
        return startOn(engine.settings.queues.keySet());
    }

    /**
     * Starts workers for these queues only.
     *
     * @throws IllegalArgumentException if one of them is not declared in the settings
     * @throws dev.oncemore.once.record.StoreException if the store cannot work as it is: its tables are missing, or its
     *     pool is closed. A store that is only unavailable is waited for
     */
    public final Workers startOn(Set<String> queues) {
        for (String queue : queues) {
            if (!engine.settings.queues.containsKey(queue)) {
                throw new IllegalArgumentException("queue '" + queue + "' is not declared: declare it with"
                        + " TaskSettings.queue(\"" + queue + "\", …), or start one of "
                        + new TreeSet<>(engine.settings.queues.keySet()));
            }
        }
        engine.requireUsableStore();
        Workers workers = new Workers(engine, queues, started::remove);
        started.add(workers);
        workers.start();
        return workers;
    }

    /** Creates a worker for tests, which runs one task per call. */
    public final ManualWorker manualWorker() {
        return new ManualWorker(engine);
    }

    /** Makes the workers of this process poll at once: after the commit of a transaction that enqueued tasks. */
    public final void wakeUp() {
        started.forEach(Workers::wakeUp);
    }
}
