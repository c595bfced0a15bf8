package dev.oncemore.observe.report;

import dev.oncemore.observe.BoundedNames;
import dev.oncemore.observe.Telemetry;
import dev.oncemore.once.OnceEvent;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.Durations;
import dev.oncemore.time.Time;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Collects the counts of a {@link RetryReport} over a sliding window.
 *
 * <pre>{@code
 * ReportWindow window = ReportWindow.over(Duration.ofHours(1));
 * Retry bank = Retry.builder(policy).listener(window).build();
 * double rescued = window.report().total().rescuedShare();
 * }</pre>
 *
 * <p>Counts only rise; an alarm snapshots them sixty times per window, and a report is the difference to the oldest
 * snapshot. The success path thus reads no clock. Close it when it is no longer needed.
 */
public final class ReportWindow implements Telemetry, AutoCloseable {
    private static final int NOTES = 60;
    private static final int DEPENDENCIES_MAX = 200;
    private static final int ENGINES_MAX = 200;
    private static final Duration LEAST = Duration.ofSeconds(1);
    private static final Duration MOST = Duration.ofDays(31);

    private final Time time;
    private final Duration window;
    private final BoundedNames<Counts> dependencies = new BoundedNames<>(DEPENDENCIES_MAX, name -> new Counts());
    private final LongAdder duplicates = new LongAdder();
    private final LongAdder mismatches = new LongAdder();
    /** The engines with this listener. Guarded by itself. */
    private final List<WeakReference<Retry>> engines = new ArrayList<>();
    /** The snapshots, oldest first, never empty. Guarded by this. */
    private final ArrayDeque<Note> notes = new ArrayDeque<>();

    private Time.@Nullable Alarm next;
    private boolean closed;

    private ReportWindow(Duration window, Time time) {
        if (window.compareTo(LEAST) < 0 || window.compareTo(MOST) > 0) {
            throw new IllegalArgumentException("window must be between " + Durations.format(LEAST) + " and "
                    + Durations.format(MOST) + ", but is " + Durations.format(window));
        }
        this.window = window;
        this.time = time;
        notes.add(note());
    }

    /** Creates a window of this length, 1 s to 31 days. */
    public static ReportWindow over(Duration window) {
        return over(window, Time.system());
    }

    /** As {@link #over(Duration)}, with your own time. */
    public static ReportWindow over(Duration window, Time time) {
        ReportWindow made = new ReportWindow(window, time);
        made.awaitNext();
        return made;
    }

    @Override
    public void onFirstTry(String policy, String operation, long elapsedNanos) {
        dependencies.get(policy).onFirstTry(elapsedNanos);
    }

    @Override
    public RetryListener forCall(RetryPolicy policy, String operation, @Nullable String key) {
        return new OfCall(dependencies.get(policy.name()));
    }

    @Override
    public void onReady(Retry engine) {
        synchronized (engines) {
            engines.removeIf(known -> known.get() == null);
            if (engines.size() < ENGINES_MAX) {
                engines.add(new WeakReference<>(engine));
            }
        }
    }

    @Override
    public void on(OnceEvent event) {
        if (event instanceof OnceEvent.HeldBack) {
            duplicates.increment();
        } else if (event instanceof OnceEvent.Mismatched) {
            mismatches.increment();
        }
    }

    /** Reports the time since the window began, or since this object was created if that is later. */
    public synchronized RetryReport report() {
        Note now = note();
        dropOlderThanWindow(now.atNanos);
        Note then = notes.element();
        List<RetryReport.Line> lines = new ArrayList<>();
        long[] total = new long[Counts.SIZE];
        now.byDependency.forEach((name, counts) -> {
            long[] before = then.byDependency.getOrDefault(name, new long[Counts.SIZE]);
            long[] difference = new long[Counts.SIZE];
            for (int i = 0; i < Counts.SIZE; i++) {
                difference[i] = counts[i] - before[i];
                total[i] += difference[i];
            }
            lines.add(Counts.line(name, difference));
        });
        lines.sort(Comparator.comparing(RetryReport.Line::dependency));
        return new RetryReport(
                Duration.ofNanos(now.atNanos - then.atNanos),
                Counts.line("all", total),
                List.copyOf(lines),
                engines(),
                now.duplicates - then.duplicates,
                now.mismatches - then.mismatches);
    }

    private List<RetryReport.EngineState> engines() {
        synchronized (engines) {
            return engines.stream()
                    .map(WeakReference::get)
                    .filter(Objects::nonNull)
                    .map(Objects::requireNonNull)
                    .map(engine -> new RetryReport.EngineState(engine.policy().name(), engine.status()))
                    .sorted(Comparator.comparing(RetryReport.EngineState::policy))
                    .toList();
        }
    }

    private synchronized void awaitNext() {
        if (!closed) {
            next = time.alarm(window.dividedBy(NOTES).toNanos(), this::takeNote);
        }
    }

    private void takeNote() {
        synchronized (this) {
            Note now = note();
            notes.add(now);
            dropOlderThanWindow(now.atNanos);
        }
        awaitNext();
    }

    /** Keeps one snapshot as old as the window, to compare with. */
    private void dropOlderThanWindow(long nowNanos) {
        while (notes.size() > 1 && nowNanos - second().atNanos >= window.toNanos()) {
            notes.remove();
        }
    }

    private Note second() {
        var each = notes.iterator();
        each.next();
        return each.next();
    }

    private Note note() {
        Map<String, long[]> byDependency = new TreeMap<>();
        dependencies.all().forEach((name, counts) -> byDependency.put(name, counts.sums()));
        return new Note(time.nanoTime(), byDependency, duplicates.sum(), mismatches.sum());
    }

    /** Ends the window; later events are ignored. */
    @Override
    public synchronized void close() {
        closed = true;
        if (next != null) {
            next.cancel();
        }
    }

    private record Note(long atNanos, Map<String, long[]> byDependency, long duplicates, long mismatches) {}

    /** Listens to one call that did not succeed at its first attempt. */
    private static final class OfCall implements RetryListener {
        private final Counts counts;
        private final AddedLatency added = new AddedLatency();

        OfCall(Counts counts) {
            this.counts = counts;
        }

        @Override
        public void on(RetryEvent event) {
            counts.on(event);
            added.after(event).ifPresent(counts::onAdded);
        }

        @Override
        public void onFirstTry(String policy, String operation, long elapsedNanos) {
            counts.onFirstTry(elapsedNanos);
        }
    }
}
