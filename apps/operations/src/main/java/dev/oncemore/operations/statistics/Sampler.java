package dev.oncemore.operations.statistics;

import dev.oncemore.jdbc.query.TaskQueries;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Writes the minutes that are over. What applications do with tasks is read from the store's log, so that any server can write
 * it, and all write the same; what this process did itself is written under its own name.
 */
public final class Sampler implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.oncemore.server");
    private static final Duration INTERVAL = Duration.ofSeconds(20);
    /** How far back a first start looks. */
    private static final Duration LOOK_BACK = Duration.ofHours(1);
    /** Transactions may commit late: the last minutes are counted again. */
    private static final Duration AGAIN = Duration.ofMinutes(2);

    private final Backend backend;
    private final Samples samples;
    private final Statistics pulse;
    private final String source;
    private final Executor executor;
    private final Time time;
    /** What this process did in each minute that may not be over. */
    private final Map<Instant, Map<String, Sums>> own = new TreeMap<>();

    private final Object lock = new Object();
    private Time.@Nullable Alarm next;
    private boolean closed;

    /**
     * A sampler.
     *
     * @param source what this process is called
     */
    public Sampler(Backend backend, Samples samples, Statistics pulse, String source, Executor executor, Time time) {
        this.backend = backend;
        this.samples = samples;
        this.pulse = pulse;
        this.source = source;
        this.executor = executor;
        this.time = time;
    }

    /** Begins. */
    public void start() {
        execute();
        awaitNext();
    }

    private void awaitNext() {
        synchronized (lock) {
            if (!closed) {
                next = time.alarm(INTERVAL.toNanos(), () -> {
                    execute();
                    awaitNext();
                });
            }
        }
    }

    private void execute() {
        try {
            executor.execute(this::trySample);
        } catch (RejectedExecutionException e) {
            LOG.log(Level.DEBUG, "no sample any more: the server ends");
        }
    }

    private void trySample() {
        try {
            sample(backend.tasks().now());
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "the last minute could not be kept; it is tried again", e);
        }
    }

    /** Writes what is over at this time. */
    public synchronized void sample(Instant now) {
        if (isClosed()) {
            return;
        }
        Instant minute = now.truncatedTo(ChronoUnit.MINUTES);
        samples.save(ofTasks(minute));
        pulse.fetch()
                .forEach((name, sums) ->
                        own.computeIfAbsent(minute, at -> new HashMap<>()).merge(name, sums, Sums::and));
        own.forEach((at, counts) -> samples.save(Statistics.samples(counts, at, source)));
        own.keySet().removeIf(at -> at.isBefore(minute));
    }

    private List<Sample> ofTasks(Instant minute) {
        Instant oldest = minute.minus(LOOK_BACK);
        Instant from = samples.last(Sample.STORE)
                .map(last -> last.minus(AGAIN))
                .filter(last -> last.isAfter(oldest))
                .orElse(oldest);
        List<Sample> found = new ArrayList<>();
        for (Instant at = from; !at.isAfter(minute); at = at.plus(1, ChronoUnit.MINUTES)) {
            Map<String, Sums> byQueue = new TreeMap<>();
            for (TaskQueries.Ends ends : backend.taskQueries().ends(at, at.plus(1, ChronoUnit.MINUTES))) {
                byQueue.merge(ends.queue(), sums(ends), Sums::and);
            }
            if (byQueue.isEmpty() && at.equals(minute)) {
                // A trace of having looked, so that the next look goes on from here.
                byQueue.put("", Sums.NONE);
            }
            found.addAll(Statistics.samples(byQueue, at, Sample.STORE));
        }
        return found;
    }

    private static Sums sums(TaskQueries.Ends ends) {
        return switch (ends.event()) {
            case DONE ->
                new Sums(
                        ends.tasks(),
                        ends.atFirstTry(),
                        ends.tasks() - ends.atFirstTry(),
                        0,
                        ends.attempts(),
                        0,
                        0,
                        Duration.ZERO,
                        Latencies.NONE);
            case DIED, REJECTED ->
                new Sums(ends.tasks(), 0, 0, ends.tasks(), ends.attempts(), 0, 0, Duration.ZERO, Latencies.NONE);
            default -> Sums.NONE;
        };
    }

    private boolean isClosed() {
        synchronized (lock) {
            return closed;
        }
    }

    /** Writes no more. Waits for a sample that is being written. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            if (next != null) {
                next.cancel();
            }
        }
        synchronized (this) {
            own.clear();
        }
    }
}
