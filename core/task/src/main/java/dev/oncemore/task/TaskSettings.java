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
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How tasks are enqueued and worked on. An immutable value; each method answers a changed copy.
 *
 * <pre>{@code
 * TaskSettings.standard()
 *         .codecs(JacksonCodecs.standard())
 *         .queue("billing", QueueSettings.standard().concurrency(4).ratePerSecond(20))
 *         .listener(alerts)
 * }</pre>
 */
public final class TaskSettings {
    private static final RetryPolicy STANDARD_POLICY = RetryPolicy.named("task")
            .maxAttempts(10)
            .backoff(Backoff.exponential(Duration.ofSeconds(1))
                    .cap(Duration.ofMinutes(10))
                    .equalJitter())
            .unlimitedBudget()
            .build();
    private static final int SIZE_LIMIT_MAX = 64 << 20;

    Duration lease = Duration.ofSeconds(30);
    Duration pollInterval = Duration.ofSeconds(1);
    Duration shutdownAtMost = Duration.ofSeconds(30);
    int payloadBytesMax = 1 << 20;
    int resultBytesMax = 1 << 20;
    int laneRunMax = 16;
    RetryPolicy policy = STANDARD_POLICY;
    Codecs codecs = Codecs.textAndBytes();
    Map<String, QueueSettings> queues = Map.of(Tasks.DEFAULT_QUEUE, QueueSettings.standard());
    Time time = Time.system();
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
        pollInterval = other.pollInterval;
        shutdownAtMost = other.shutdownAtMost;
        payloadBytesMax = other.payloadBytesMax;
        resultBytesMax = other.resultBytesMax;
        laneRunMax = other.laneRunMax;
        policy = other.policy;
        codecs = other.codecs;
        queues = other.queues;
        time = other.time;
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

    /** How long a node may be silent before its tasks go to others; 1 s to 1 day. Heartbeats renew it. */
    public TaskSettings lease(Duration lease) {
        TaskSettings copy = new TaskSettings(this);
        copy.lease = Bounds.between("lease", lease, Duration.ofSeconds(1), Duration.ofDays(1));
        return copy;
    }

    /** How often an idle node asks the store; 1 ms to 1 h. Work of the same process is not waited for. */
    public TaskSettings pollInterval(Duration interval) {
        TaskSettings copy = new TaskSettings(this);
        copy.pollInterval = Bounds.between("pollInterval", interval, Duration.ofMillis(1), Duration.ofHours(1));
        return copy;
    }

    /** How long closing workers wait for running handlers, before these are interrupted and given back; 0 to 1 h. */
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

    /** Refuses what is too large, before anything is stored. */
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
     * How many of one lane a worker claims at once and does one after the other; 1 to 1,000. After a crash the lane is done
     * again, in order, from the first whose end was not written: with 1 that is never more than one task.
     */
    public TaskSettings laneRunMax(int tasks) {
        TaskSettings copy = new TaskSettings(this);
        copy.laneRunMax = Bounds.between("laneRunMax", tasks, 1, 1_000);
        return copy;
    }

    /**
     * How often and how far apart tasks are tried, and what failures mean, for kinds without a policy of their own. Attempts,
     * backoff, classifier and attempt timeout count; limits on load are the queue's business.
     *
     * @throws IllegalArgumentException when the policy has a deadline or hedges, which nothing here could keep
     */
    public TaskSettings policy(RetryPolicy policy) {
        TaskSettings copy = new TaskSettings(this);
        copy.policy = requireUsable(policy);
        return copy;
    }

    /** What a policy says of calls that somebody waits for must not look as if it were heard. */
    static RetryPolicy requireUsable(RetryPolicy policy) {
        Objects.requireNonNull(policy, "policy");
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
        return policy;
    }

    /** How payloads and results become bytes. */
    public TaskSettings codecs(Codecs codecs) {
        TaskSettings copy = new TaskSettings(this);
        copy.codecs = Objects.requireNonNull(codecs, "codecs");
        return copy;
    }

    /** This node's workers work on this queue too, in that way. {@code default} is there unless it is set otherwise here. */
    public TaskSettings queue(String name, QueueSettings settings) {
        Text.requireKeyLike("queue", name, Task.NAME_LENGTH_MAX);
        Map<String, QueueSettings> more = new TreeMap<>(queues);
        more.put(name, Objects.requireNonNull(settings, "settings"));
        TaskSettings copy = new TaskSettings(this);
        copy.queues = Map.copyOf(more);
        return copy;
    }

    /** What this node is called in logs; 1 to 100 printable ASCII characters. */
    public TaskSettings owner(String owner) {
        TaskSettings copy = new TaskSettings(this);
        copy.owner = Text.requireKeyLike("owner", owner, Task.NAME_LENGTH_MAX);
        return copy;
    }

    /** Hears what becomes of tasks. */
    public TaskSettings listener(TaskListener listener) {
        TaskSettings copy = new TaskSettings(this);
        copy.listener = Objects.requireNonNull(listener, "listener");
        return copy;
    }

    /** Where waiting time comes from: virtual time in tests. Leases and delays go by the store's own clock. */
    public TaskSettings time(Time time) {
        TaskSettings copy = new TaskSettings(this);
        copy.time = Objects.requireNonNull(time, "time");
        return copy;
    }

    /** Where jitter comes from. */
    public TaskSettings random(RandomGenerator random) {
        TaskSettings copy = new TaskSettings(this);
        copy.random = Objects.requireNonNull(random, "random");
        return copy;
    }

    /** Where the ids of tasks come from. */
    public TaskSettings ids(Ids ids) {
        TaskSettings copy = new TaskSettings(this);
        copy.ids = Objects.requireNonNull(ids, "ids");
        return copy;
    }

    /** Where workers run: virtual threads, or daemon threads before JDK 21, unless said. It must not hold back what it gets. */
    public TaskSettings executor(Executor executor) {
        TaskSettings copy = new TaskSettings(this);
        copy.executor = Objects.requireNonNull(executor, "executor");
        return copy;
    }

    /** The queues that this node's workers work on. */
    public Set<String> queues() {
        return queues.keySet();
    }

    /** How often and how far apart tasks are tried, unless their kind has a policy of its own. */
    public RetryPolicy policy() {
        return policy;
    }

    /** Where waiting time comes from. */
    public Time time() {
        return time;
    }

    /** Where workers run. */
    public Executor executor() {
        return executor != null ? executor : Threads.standard();
    }
}
