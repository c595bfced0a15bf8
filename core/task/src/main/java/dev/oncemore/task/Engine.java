package dev.oncemore.task;

import dev.oncemore.internal.RateLimitedLogger;
import dev.oncemore.once.Codec;
import dev.oncemore.once.group.GroupCommit;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.once.record.StoreRetry;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Nesting;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.task.store.TaskStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The shared parts of enqueuing, working and reading: the store, the settings, and the listener. */
final class Engine {
    static final Logger LOG = System.getLogger("dev.oncemore.task");
    /** Less than any store waits before it gives the task of a silent owner to another one. */
    private static final long SURE_NANOS_MAX = Duration.ofSeconds(2).toNanos();

    private static final int FINDS_MAX = 256;
    private static final int LOOKS_PER_REQUEST = 20;

    private static final RetryPolicy STORE_POLICY = StoreRetry.policy("task-store")
            .nested(Nesting.RETRY) // also inside a handler, whose run is an attempt
            .build();

    final TaskStore store;
    final TaskSettings settings;
    final Handlers handlers;
    final ListenerHooks hooks;
    final EndWaits endWaits;
    /** The workers of this engine that are running. */
    final AtomicInteger running = new AtomicInteger();

    /** Of those workers. */
    final List<Heartbeat> heartbeats = new CopyOnWriteArrayList<>();

    /** Callers that await ends look at the same time, when a batch of ends was written. */
    private final GroupCommit<String, Optional<TaskStatus>> finds;

    private final Retry storeRetry;
    private final RateLimitedLogger log;

    Engine(TaskStore store, TaskSettings settings) {
        this.store = store;
        this.settings = settings;
        handlers = new Handlers(settings);
        endWaits = new EndWaits(store);
        finds = new GroupCommit<>(store::find, id -> id, answer -> true, store.concurrentBatches(), FINDS_MAX);
        log = new RateLimitedLogger(LOG, settings.time);
        hooks = new ListenerHooks(settings.listener);
        storeRetry = Retry.builder(STORE_POLICY)
                .time(settings.time)
                .random(settings.random)
                .build();
    }

    /** Retries a call to the store during a brief outage: all its operations are safe to repeat. */
    <T> T asking(Supplier<T> verb) {
        return storeRetry.call(Safety.idempotent(), verb::get);
    }

    /**
     * Refuses a store that cannot work as it is, such as one without tables or with a closed pool. One that is down may
     * come back, so workers start all the same and try again at each poll.
     */
    void requireUsableStore() {
        try {
            store.find(List.of("oncemore"));
        } catch (StoreException e) {
            if (!e.classification().retryable()) {
                throw e;
            }
            LOG.log(Level.WARNING, "the workers start, although their store is not available yet: " + e.getMessage());
        }
    }

    /** Logs a queue that no worker with these settings would serve: perhaps a typing error, perhaps another node's. */
    void noteQueue(String queue) {
        if (!settings.queues.containsKey(queue) && !queue.equals(BulkRedrive.QUEUE)) {
            // The message is made only when it is logged: a node that serves nothing enqueues thousands a second.
            log.log(
                    Level.WARNING,
                    "queue " + queue,
                    () -> "queue '" + queue + "' is not declared in the settings (declared: "
                            + new TreeSet<>(settings.queues.keySet())
                            + "): its tasks wait until the workers of another node"
                            + " serve it; declare it with TaskSettings.queue here too, so that its settings apply");
        }
    }

    /**
     * Whether this look for the end of a task is to be announced to other nodes. Most tasks that are awaited on a node with
     * workers run there, and have ended by the second look.
     */
    boolean asksElsewhere(int look, boolean hasAsked) {
        return hasAsked ? look % LOOKS_PER_REQUEST == 0 : look >= (running.get() > 0 ? 2 : 1);
    }

    /** Whether workers here have the task, and will tell of its end. Those of lanes are not looked for. */
    boolean runsHere(String id) {
        return heartbeats.stream().anyMatch(heartbeat -> heartbeat.isHolding(id));
    }

    /** How long a task is certainly held after its claim: then, the node was heard of within half of its silence. */
    long sureNanos() {
        long silence = settings.takeOverAfter.toNanos() * 2 / 5;
        return Math.min(SURE_NANOS_MAX, Math.min(settings.lease.toNanos() / 2, silence));
    }

    Optional<TaskStatus> status(String id) {
        return asking(() -> finds.submit(id));
    }

    @SuppressWarnings("unchecked") // the codec was asked for by the object's own class
    byte[] encode(Object value) {
        Codec<Object> codec = (Codec<Object>) settings.codecs.of(value.getClass());
        return codec.encode(value);
    }

    void notifyReady(Tasks tasks) {
        if (settings.listener != null) {
            try {
                settings.listener.onReady(tasks);
            } catch (RuntimeException | Error e) {
                LOG.log(Level.WARNING, "the listener threw on onReady", e);
            }
        }
    }

    /** Whether there is a listener. */
    boolean listens() {
        return settings.listener != null;
    }

    void emit(TaskEvent event, Task task) {
        if (settings.listener != null) {
            try {
                settings.listener.on(event, task);
            } catch (RuntimeException | Error e) {
                log.log(Level.WARNING, "the listener threw on " + event, e);
            }
        }
    }

    /** Logs where an exception of the logger would keep the end of a task from being recorded. */
    static void logSafely(Level level, String message, @Nullable Throwable failure) {
        try {
            LOG.log(level, message, failure);
        } catch (RuntimeException | Error broken) {
            // There is no other place to report a logger that fails.
        }
    }
}
