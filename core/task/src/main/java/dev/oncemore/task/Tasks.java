package dev.oncemore.task;

import dev.oncemore.By;
import dev.oncemore.internal.Bounds;
import dev.oncemore.once.Codec;
import dev.oncemore.once.group.GroupCommit;
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
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Work that survives any crash: enqueued once, attempted until it is done or dead.
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
    /** Where tasks wait unless another queue is named. */
    public static final String DEFAULT_QUEUE = "default";

    private static final int ENQUEUES_MAX = 256;
    private static final Duration KEPT_MAX = Duration.ofDays(36_500);

    private final Engine engine;
    private final Outbox outbox;
    private final List<Workers> started = new CopyOnWriteArrayList<>();

    Tasks(TaskStore store, TaskSettings settings) {
        engine = new Engine(Objects.requireNonNull(store, "store"), settings);
        GroupCommit<NewTask, Enqueued> enqueues = new GroupCommit<>(
                store::enqueue, Tasks::onceInABatch, answer -> false, store.concurrentBatches(), ENQUEUES_MAX);
        outbox = new Outbox(engine, wish -> engine.asking(() -> enqueues.submit(wish)));
        BulkRedrive.register(engine);
        store.warnings().forEach(warning -> Engine.LOG.log(Level.WARNING, warning));
    }

    /** Of those with the same dedup key one is to be told of the other. */
    private static Object onceInABatch(NewTask wish) {
        String dedupKey = wish.task().dedupKey();
        return dedupKey == null ? wish.task().id() : List.of(wish.task().queue(), dedupKey);
    }

    /** Tasks on a store that takes no part in transactions of yours. */
    public static Tasks on(TaskStore store) {
        return on(store, TaskSettings.standard());
    }

    /** As {@link #on(TaskStore)}, with settings of your own. */
    public static Tasks on(TaskStore store, TaskSettings settings) {
        return ready(new Tasks(store, settings));
    }

    /** Tasks on a store that can join your transactions. */
    public static <C> TransactionalTasks<C> on(JoiningTaskStore<C> store) {
        return on(store, TaskSettings.standard());
    }

    /** As {@link #on(JoiningTaskStore)}, with settings of your own. */
    public static <C> TransactionalTasks<C> on(JoiningTaskStore<C> store, TaskSettings settings) {
        return ready(new TransactionalTasks<>(store, settings));
    }

    private static <T extends Tasks> T ready(T tasks) {
        tasks.engine().notifyReady(tasks);
        return tasks;
    }

    final Engine engine() {
        return engine;
    }

    /** The store beneath, for what is built on tasks. */
    public TaskStore store() {
        return engine.store;
    }

    /** As it was set up. */
    public final TaskSettings settings() {
        return engine.settings;
    }

    /** From now on this does the tasks of a kind, by the settings' policy. */
    public final <T> Tasks handle(String kind, Class<T> type, TaskHandler<? super T> handler) {
        return handle(kind, type, engine.settings.policy, handler);
    }

    /** As {@link #handle(String, Class, TaskHandler)}, by a policy of its own. */
    public final <T> Tasks handle(String kind, Class<T> type, RetryPolicy policy, TaskHandler<? super T> handler) {
        return handle(kind, engine.settings.codecs.of(type), policy, handler);
    }

    /**
     * As {@link #handle(String, Class, RetryPolicy, TaskHandler)}, reading payloads in a way of its own.
     *
     * @throws IllegalStateException when the kind has a handler already
     */
    public final <T> Tasks handle(String kind, Codec<T> codec, RetryPolicy policy, TaskHandler<? super T> handler) {
        engine.handlers.add(kind, codec, policy, handler);
        return this;
    }

    /** As {@link Outbox#enqueue(String, Object)}; it is durable when this returns. */
    public final TaskHandle enqueue(String kind, Object payload) {
        return outbox.enqueue(kind, payload);
    }

    /** As {@link Outbox#enqueue(String, Object, TaskOptions)}; it is durable when this returns. */
    public final TaskHandle enqueue(String kind, Object payload, TaskOptions options) {
        return outbox.enqueue(kind, payload, options);
    }

    /** The handle of a task that was enqueued somewhere, some time. */
    public final TaskHandle find(String id) {
        return new TaskHandle(engine, id, false);
    }

    /** Takes back a task that has not ended; a handler that runs it is told. False when there is no such task any more. */
    public final boolean cancel(String id, By by) {
        return engine.asking(() -> engine.store.cancel(List.of(id), by)).get(0);
    }

    /** Tasks that were given up: to look at, edit (within the limit on payloads), redrive, discard. */
    public final DeadLetters deadLetters() {
        return new BoundedDeadLetters(engine.store.deadLetters(), engine.settings);
    }

    /** How the queues stand, and their pauses. */
    public final Queues queues() {
        return engine.store.queues();
    }

    /**
     * Redrives all letters that match and have died by now, so many a second. This is a task itself: it goes on after a crash,
     * {@link #cancel} stops it, and its result is the number of letters it redrove (since it was last interrupted). What dies
     * again meanwhile is left alone. {@link DeadLetters#count} tells beforehand how many it would be.
     */
    public final TaskHandle redriveAll(DeadLetters.Filter filter, int perSecond, By by) {
        return BulkRedrive.enqueue(engine, outbox, filter, perSecond, by);
    }

    /**
     * Forgets what ended or was discarded that long ago, in bites of so many tasks; answers how many.
     *
     * @throws IllegalArgumentException when a span is negative or over 100 years, or a bite not of 1 to 100,000 tasks
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

    /** Starts working on all queues of the settings. */
    public final Workers start() {
        return startOn(engine.settings.queues.keySet());
    }

    /** Starts working on these queues only. */
    public final Workers startOn(Set<String> queues) {
        Workers workers = new Workers(engine, queues, started::remove);
        started.add(workers);
        workers.start();
        return workers;
    }

    /** A worker for tests, which does one task whenever it is told to. */
    public final ManualWorker manualWorker() {
        return new ManualWorker(engine);
    }

    /** Lets the workers of this process look for work at once: after the commit of a transaction that enqueued some. */
    public final void wakeUp() {
        started.forEach(Workers::wakeUp);
    }
}
