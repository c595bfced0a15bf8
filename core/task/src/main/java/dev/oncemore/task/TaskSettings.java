package dev.oncemore.task;

import dev.oncemore.internal.Bounds;
import dev.oncemore.internal.Text;
import dev.oncemore.once.Codecs;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.store.Task;
import dev.oncemore.time.Chance;
import dev.oncemore.time.Durations;
import dev.oncemore.time.Ids;
import dev.oncemore.time.Time;
import dev.oncemore.time.WallClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How tasks are enqueued and executed. An immutable value; each method returns a changed copy.
 *
 * <pre>{@code
 * TaskSettings.standard()
 *         .codecs(JacksonCodecs.standard())
 *         .queue("billing", QueueSettings.standard().concurrency(4).ratePerSecond(20))
 *         .listener(alerts)
 * }</pre>
 */
public final class TaskSettings {
    /** Without time limits: nobody waits for a task, and only its handler knows how long it takes. */
    private static final RetryPolicy STANDARD_POLICY = RetryPolicy.named("task")
            .maxAttempts(10)
            .backoff(Backoff.exponential(Duration.ofSeconds(1))
                    .cap(Duration.ofMinutes(10))
                    .equalJitter())
            .noAttemptTimeout()
            .noDeadline()
            .unlimitedBudget()
            .build();

    private static final int SIZE_LIMIT_MAX = 64 << 20;

    Duration lease = Duration.ofSeconds(30);
    Duration takeOverAfter = Duration.ofSeconds(3);
    Duration pollInterval = Duration.ofSeconds(1);
    Duration shutdownAtMost = Duration.ofSeconds(30);
    int payloadBytesMax = 1 << 20;
    int resultBytesMax = 1 << 20;
    int laneRunMax = 16;
    boolean daemon;
    Set<String> unlogged = Set.of();
    RetryPolicy policy = STANDARD_POLICY;
    Codecs codecs = Codecs.textAndBytes();
    Map<String, QueueSettings> queues = Map.of(Tasks.DEFAULT_QUEUE, QueueSettings.standard());
    Time time = Time.system();
    InstantSource clock = WallClock.system();
    RandomGenerator random = Chance.system();
    Ids ids = Ids.timeOrdered(WallClock.system(), Chance.system());
    String owner = "node-" + Ids.random(Chance.system()).next().substring(0, 8);

    @Nullable
    Executor executor;

    @Nullable
    TaskListener listener;

    private TaskSettings() {}

    private TaskSettings(TaskSettings other) {
        lease = other.lease;
        takeOverAfter = other.takeOverAfter;
        pollInterval = other.pollInterval;
        shutdownAtMost = other.shutdownAtMost;
        payloadBytesMax = other.payloadBytesMax;
        resultBytesMax = other.resultBytesMax;
        laneRunMax = other.laneRunMax;
        daemon = other.daemon;
        unlogged = other.unlogged;
        policy = other.policy;
        codecs = other.codecs;
        queues = other.queues;
        time = other.time;
        clock = other.clock;
        random = other.random;
        ids = other.ids;
        owner = other.owner;
        executor = other.executor;
        listener = other.listener;
    }

    /** One queue, a lease of 30 s, 10 attempts from 1 s to 10 min apart, payloads of up to 1 MiB. */
    public static TaskSettings standard() {
        return new TaskSettings();
    }

    /**
     * Sets how long a claim lasts without a heartbeat if the node is not taken over sooner (see {@link #takeOverAfter});
     * 1 s to 1 day. Heartbeats renew it.
     */
    public TaskSettings lease(Duration lease) {
        TaskSettings copy = new TaskSettings(this);
        copy.lease = Bounds.between("lease", lease, Duration.ofSeconds(1), Duration.ofDays(1));
        return copy;
    }

    /**
     * Sets how long this node may be silent before other nodes take over what it holds; 1 s to 1 day, 3 s by default. The
     * takeover then follows within half of that time again. A longer pause of the process, of its connections or of its
     * database means that its tasks run elsewhere too, while the old runs are told and their ends refused: increase it
     * where such pauses are usual. It applies where the store knows its {@linkplain
     * dev.oncemore.task.store.TaskStore#nodes nodes}, as all of Oncemore's do.
     */
    public TaskSettings takeOverAfter(Duration silence) {
        TaskSettings copy = new TaskSettings(this);
        copy.takeOverAfter = Bounds.between("takeOverAfter", silence, Duration.ofSeconds(1), Duration.ofDays(1));
        return copy;
    }

    /** Sets how often an idle node polls the store; 1 ms to 1 h. Work of the same process is picked up at once. */
    public TaskSettings pollInterval(Duration interval) {
        TaskSettings copy = new TaskSettings(this);
        copy.pollInterval = Bounds.between("pollInterval", interval, Duration.ofMillis(1), Duration.ofHours(1));
        return copy;
    }

    /**
     * Sets how long closing workers wait for running handlers before they interrupt them and release their tasks; 0 to
     * 1 h.
     */
    public TaskSettings shutdownAtMost(Duration span) {
        TaskSettings copy = new TaskSettings(this);
        copy.shutdownAtMost = Bounds.between("shutdownAtMost", span, Duration.ZERO, Duration.ofHours(1));
        return copy;
    }

    /** Refuses larger payloads before anything is stored; 1 byte to 64 MiB. */
    public TaskSettings payloadBytesMax(int bytes) {
        TaskSettings copy = new TaskSettings(this);
        copy.payloadBytesMax = Bounds.between("payloadBytesMax", bytes, 1, SIZE_LIMIT_MAX);
        return copy;
    }

    /** Refuses a payload that is too large, before anything is stored. */
    Bytes requirePayload(Bytes payload) {
        if (payload.size() > payloadBytesMax) {
            throw new IllegalArgumentException("the payload has " + payload.size() + " bytes, but at most "
                    + payloadBytesMax + " are allowed (payloadBytesMax)");
        }
        return payload;
    }

    /** Keeps no larger results: such a task is done without one; 1 byte to 64 MiB. */
    public TaskSettings resultBytesMax(int bytes) {
        TaskSettings copy = new TaskSettings(this);
        copy.resultBytesMax = Bounds.between("resultBytesMax", bytes, 1, SIZE_LIMIT_MAX);
        return copy;
    }

    /**
     * Sets how many tasks of one lane a worker claims at once and executes in sequence; 1 to 1,000. After a crash the
     * lane is repeated, in order, from the first task whose end was not recorded: with 1, at most one task.
     */
    public TaskSettings laneRunMax(int tasks) {
        TaskSettings copy = new TaskSettings(this);
        copy.laneRunMax = Bounds.between("laneRunMax", tasks, 1, 1_000);
        return copy;
    }

    /**
     * Leaves no line in the log for tasks of these kinds that are done at once, which saves a write per task: for work of
     * which only failures are of interest. When such a task is done, its status, result and history are
     * gone: {@link TaskHandle#await} does not see its end, and lists and statistics do not count it. An enqueue whose reply
     * was lost may then run it twice, with the same {@link TaskRun#key}. Tasks that were retried or claimed again, that
     * have a dedup key, or do not end as done, are logged as usual.
     */
    public TaskSettings withoutLog(String... kinds) {
        TaskSettings copy = new TaskSettings(this);
        for (String kind : kinds) {
            Text.requireKeyLike("kind", kind, Task.KIND_LENGTH_MAX);
        }
        copy.unlogged = Set.of(kinds);
        return copy;
    }

    /**
     * Sets the attempts, backoff, failure classification and attempt timeout for kinds without their own policy. Load
     * limits belong to the queue. Time limits that nobody set do not apply: an attempt has no timeout unless the policy,
     * or its preset, sets one.
     *
     * @throws IllegalArgumentException if a deadline was set or the policy hedges, which do not apply to tasks
     */
    public TaskSettings policy(RetryPolicy policy) {
        TaskSettings copy = new TaskSettings(this);
        copy.policy = requireUsable(policy);
        return copy;
    }

    /** Refuses settings that apply only to calls, rather than ignore them; returns the policy without default limits. */
    static RetryPolicy requireUsable(RetryPolicy given) {
        RetryPolicy policy = Objects.requireNonNull(given, "policy").withoutDefaultLimits();
        policy.deadline().ifPresent(deadline -> {
            throw new IllegalArgumentException("policy '" + policy.name() + "' has a deadline of "
                    + Durations.format(deadline)
                    + ", but nobody waits for a task: it is tried until its attempts are used"
                    + " up; leave deadline out, and bound each attempt with attemptTimeout");
        });
        if (policy.hedge().isPresent()) {
            throw new IllegalArgumentException(
                    "policy '" + policy.name() + "' hedges, but a task never runs twice at a time; leave hedge out");
        }
        if (policy.rateLimiter().isPresent()) {
            throw new IllegalArgumentException("policy '" + policy.name()
                    + "' has a rate limiter, but the rate of tasks belongs to their queue; set it in QueueSettings, and leave"
                    + " rateLimiter out");
        }
        return policy;
    }

    /** Sets how payloads and results become bytes. */
    public TaskSettings codecs(Codecs codecs) {
        TaskSettings copy = new TaskSettings(this);
        copy.codecs = Objects.requireNonNull(codecs, "codecs");
        return copy;
    }

    /**
     * Adds a queue for this node's workers, with these settings. {@code default} exists unless it is configured here.
     */
    public TaskSettings queue(String name, QueueSettings settings) {
        Text.requireKeyLike("queue", name, Task.NAME_LENGTH_MAX);
        Map<String, QueueSettings> more = new TreeMap<>(queues);
        more.put(name, Objects.requireNonNull(settings, "settings"));
        TaskSettings copy = new TaskSettings(this);
        copy.queues = Map.copyOf(more);
        return copy;
    }

    /** Sets the name of this node in logs; 1 to 100 printable ASCII characters. */
    public TaskSettings owner(String owner) {
        TaskSettings copy = new TaskSettings(this);
        copy.owner = Text.requireKeyLike("owner", owner, Task.NAME_LENGTH_MAX);
        return copy;
    }

    /** Sets the listener for task events. */
    public TaskSettings listener(TaskListener listener) {
        TaskSettings copy = new TaskSettings(this);
        copy.listener = Objects.requireNonNull(listener, "listener");
        return copy;
    }

    /** Sets the source of waiting time; tests use virtual time. Leases and delays follow the store's own clock. */
    public TaskSettings time(Time time) {
        TaskSettings copy = new TaskSettings(this);
        copy.time = Objects.requireNonNull(time, "time");
        return copy;
    }

    /** Sets the wall clock, by which a node notices that its machine was suspended. It decides nothing else. */
    public TaskSettings clock(InstantSource clock) {
        TaskSettings copy = new TaskSettings(this);
        copy.clock = Objects.requireNonNull(clock, "clock");
        return copy;
    }

    /** Sets the source of jitter. */
    public TaskSettings random(RandomGenerator random) {
        TaskSettings copy = new TaskSettings(this);
        copy.random = Objects.requireNonNull(random, "random");
        return copy;
    }

    /** Sets the source of task ids. */
    public TaskSettings ids(Ids ids) {
        TaskSettings copy = new TaskSettings(this);
        copy.ids = Objects.requireNonNull(ids, "ids");
        return copy;
    }

    /**
     * Sets the executor of workers; virtual threads by default, daemon threads before JDK 21. It must not delay its
     * work.
     */
    public TaskSettings executor(Executor executor) {
        TaskSettings copy = new TaskSettings(this);
        copy.executor = Objects.requireNonNull(executor, "executor");
        return copy;
    }

    /**
     * Sets whether the JVM may exit while workers run, as with daemon threads. By default it may not: a program whose
     * {@code main} returns goes on until its workers are closed, or it is told to exit by {@code System.exit} or a
     * signal. Choose true if something else keeps the process alive, such as a web server, or for tools that may stop
     * in the middle: what was claimed is repeated elsewhere when its lease ends.
     */
    public TaskSettings daemon(boolean daemon) {
        TaskSettings copy = new TaskSettings(this);
        copy.daemon = daemon;
        return copy;
    }

    /** The queues that this node's workers serve. */
    public Set<String> queues() {
        return queues.keySet();
    }

    /** The policy for kinds without their own. */
    public RetryPolicy policy() {
        return policy;
    }

    /** The maximum size of a stored result. */
    public int resultBytesMax() {
        return resultBytesMax;
    }

    /** The source of waiting time. */
    public Time time() {
        return time;
    }

    /** The executor of workers. */
    public Executor executor() {
        return executor != null ? executor : Threads.standard();
    }
}
