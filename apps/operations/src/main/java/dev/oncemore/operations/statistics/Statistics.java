package dev.oncemore.operations.statistics;

import dev.oncemore.observe.BoundedNames;
import dev.oncemore.observe.Telemetry;
import dev.oncemore.observe.report.AddedLatency;
import dev.oncemore.once.OnceEvent;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.retry.StopReason;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskEvent;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Counts the events of this process's engines until the counts are fetched. */
public final class Statistics implements Telemetry {
    /** What this process is called; duplicates and the times of tasks are counted under it. */
    public static final String OWN = "this server";

    private static final int NAMES_MAX = 200;
    private static final int ENGINES_MAX = 1_000;

    private final BoundedNames<Tally> tallies = new BoundedNames<>(NAMES_MAX, name -> new Tally());
    private final List<WeakReference<Retry>> engines = new CopyOnWriteArrayList<>();

    /** Counts of one name. */
    private static final class Tally {
        private long calls;
        private long firstTry;
        private long rescued;
        private long failed;
        private long attempts;
        private long refused;
        private long duplicates;
        private Duration added = Duration.ZERO;
        private long[] latencies = Latencies.counters();

        synchronized void succeeded(int tries, Duration elapsed) {
            calls++;
            attempts += tries;
            if (tries == 1) {
                firstTry++;
            } else {
                rescued++;
            }
            latencies[Latencies.classOf(elapsed)]++;
        }

        synchronized void abandoned(RetryEvent.Abandoned event) {
            calls++;
            failed++;
            attempts += event.facts().attempts();
            refused += event.facts().reason() == StopReason.BUDGET ? 1 : 0;
            latencies[Latencies.classOf(event.facts().elapsed())]++;
        }

        synchronized void added(Duration more) {
            added = added.plus(more);
        }

        synchronized void duplicate() {
            duplicates++;
        }

        synchronized void took(Duration elapsed) {
            latencies[Latencies.classOf(elapsed)]++;
        }

        synchronized Sums fetch() {
            Sums sums = new Sums(
                    calls, firstTry, rescued, failed, attempts, refused, duplicates, added, Latencies.of(latencies));
            calls = 0;
            firstTry = 0;
            rescued = 0;
            failed = 0;
            attempts = 0;
            refused = 0;
            duplicates = 0;
            added = Duration.ZERO;
            latencies = Latencies.counters();
            return sums;
        }
    }

    @Override
    public void onFirstTry(String policy, String operation, long elapsedNanos) {
        tallies.get(policy).succeeded(1, Duration.ofNanos(elapsedNanos));
    }

    @Override
    public RetryListener forCall(RetryPolicy policy, String operation, @Nullable String key) {
        Tally tally = tallies.get(policy.name());
        AddedLatency added = new AddedLatency();
        return event -> {
            if (event instanceof RetryEvent.Succeeded succeeded) {
                tally.succeeded(succeeded.attempts(), succeeded.elapsed());
            } else if (event instanceof RetryEvent.Abandoned abandoned) {
                tally.abandoned(abandoned);
            }
            added.after(event).ifPresent(tally::added);
        };
    }

    @Override
    public void onReady(Retry engine) {
        engines.removeIf(reference -> reference.get() == null);
        if (engines.size() < ENGINES_MAX) {
            engines.add(new WeakReference<>(engine));
        }
    }

    @Override
    public void on(OnceEvent event) {
        if (event instanceof OnceEvent.HeldBack) {
            tallies.get(OWN).duplicate();
        }
    }

    @Override
    public void on(TaskEvent event) {
        if (event instanceof TaskEvent.Done done) {
            tallies.get(OWN).took(done.elapsed());
        }
    }

    /** The engines that live. */
    public List<Retry> engines() {
        return engines.stream().map(WeakReference::get).filter(Objects::nonNull).toList();
    }

    /** What was counted since this was last asked, by name. */
    Map<String, Sums> fetch() {
        Map<String, Sums> found = new TreeMap<>();
        tallies.all().forEach((name, tally) -> {
            Sums sums = tally.fetch();
            if (!sums.isEmpty()) {
                found.put(name, sums);
            }
        });
        return found;
    }

    /** Counts by name as samples of one minute. */
    static List<Sample> samples(Map<String, Sums> counts, Instant minute, String source) {
        List<Sample> samples = new ArrayList<>();
        counts.forEach((name, sums) -> samples.add(new Sample(minute, source, name, sums)));
        return samples;
    }
}
