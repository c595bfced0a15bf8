package dev.oncemore.torture.compose;

import dev.oncemore.torture.net.Context;
import dev.oncemore.torture.net.Report;
import dev.oncemore.torture.net.Suite;
import dev.oncemore.torture.net.Violation;
import dev.oncemore.torture.sim.Simulation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Fuzzes random compositions of layers, as many as fit the time. */
public final class CompositionSuite implements Suite {
    private static final int SHOWN_MAX = 10;
    private static final int BLOCK = 256;
    private static final int THREADS_MAX = 2;
    private static final long HANGS_AFTER_NANOS = 60_000_000_000L;
    private static final long SEED_BITS = 0xffff_ffff_ffffL;

    @Override
    public String name() {
        return "compositions";
    }

    @Override
    public boolean isWanted(Context context) {
        return !context.isSpecific();
    }

    @Override
    public Report run(Context context) throws InterruptedException {
        long start = System.nanoTime();
        MutedLogging muted = new MutedLogging();
        try {
            return context.seed().isPresent()
                    ? replay(context.seed().getAsLong(), start)
                    : new Search(context, start, System.nanoTime() & SEED_BITS)
                            .run(Math.min(THREADS_MAX, Runtime.getRuntime().availableProcessors()));
        } finally {
            muted.close();
        }
    }

    /** Runs and checks the histories from this seed on, on one thread. */
    Report search(long firstSeed, Context context) throws InterruptedException {
        MutedLogging muted = new MutedLogging();
        try {
            return new Search(context, System.nanoTime(), firstSeed).run(1);
        } finally {
            muted.close();
        }
    }

    /** Runs one history and reports all of its events. */
    private Report replay(long seed, long start) {
        Tally tally = new Tally();
        Spec spec = SpecGenerator.of(seed);
        History.Result result = History.run(spec, new Simulation(), tally, true);
        List<String> facts = new ArrayList<>();
        facts.add("nesting and faults: " + spec);
        facts.addAll(result.lines());
        facts.add("trace " + Long.toHexString(result.hash()));
        List<Violation> violations = result.broken() == null ? List.of() : List.of(Shrinker.explain(spec));
        return new Report(name(), seed, 1, seconds(start), tally.asMap(), facts, violations, violations.size());
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    /** A run of many histories on a few threads; history number n is made from the seed plus n. */
    private final class Search {
        private final Context context;
        private final long start;
        private final long end;
        private final long most;
        private final long seed;
        private final AtomicLong next = new AtomicLong();
        private final AtomicLong judged = new AtomicLong();
        private final AtomicLong broken = new AtomicLong();
        private final Map<String, Violation> firstOfEach = new LinkedHashMap<>();
        private final Map<String, Long> faults = new TreeMap<>();
        private final Map<Thread, Long> running = new ConcurrentHashMap<>();
        private long seenJudged;
        private long seenNanos = System.nanoTime();

        Search(Context context, long start, long seed) {
            this.context = context;
            this.start = start;
            end = start + context.time().toNanos();
            most = context.histories().orElse(Long.MAX_VALUE);
            this.seed = seed;
        }

        Report run(int threads) throws InterruptedException {
            List<Thread> workers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Thread worker = new Thread(this::work, "oncemore-torture-" + i);
                worker.setDaemon(true);
                worker.start();
                workers.add(worker);
            }
            for (Thread worker : workers) {
                while (worker.isAlive()) {
                    worker.join(200);
                    context.progress().show(progress());
                    requireProgress();
                }
            }
            return new Report(
                    name(),
                    seed,
                    judged.get(),
                    seconds(start),
                    faults,
                    List.of(),
                    List.copyOf(firstOfEach.values()),
                    broken.get());
        }

        /** Fails when no history ends for a minute: a thread that waits outside of virtual time would hang for ever. */
        private void requireProgress() {
            long now = System.nanoTime();
            if (judged.get() != seenJudged) {
                seenJudged = judged.get();
                seenNanos = now;
            } else if (now - seenNanos > HANGS_AFTER_NANOS) {
                throw new IllegalStateException(
                        "a thread waits outside of virtual time; one of these seeds makes it hang: " + running);
            }
        }

        private String progress() {
            return "compositions: %,d histories checked, %,d violations, %.0f of %d s"
                    .formatted(
                            judged.get(),
                            broken.get(),
                            seconds(start),
                            context.time().toSeconds());
        }

        private void work() {
            Simulation simulation = new Simulation();
            Tally tally = new Tally();
            long first = next.getAndAdd(BLOCK);
            while (first < most && System.nanoTime() - end < 0) {
                long last = Math.min(most, first + BLOCK);
                for (long number = first; number < last; number++) {
                    running.put(Thread.currentThread(), seed + number);
                    Spec spec = SpecGenerator.of(seed + number);
                    History.Result result = History.run(spec, simulation, tally, false);
                    if (simulation.isStuck()) {
                        simulation = new Simulation();
                    }
                    judged.incrementAndGet();
                    if (result.broken() != null) {
                        broken.incrementAndGet();
                        keep(spec, result.broken());
                    }
                }
                first = next.getAndAdd(BLOCK);
            }
            synchronized (this) {
                tally.addTo(faults);
            }
        }

        /** Keeps the first violation of each kind, shrunk to its smallest history. */
        private void keep(Spec spec, String rule) {
            String kind = Shrinker.kind(rule);
            synchronized (this) {
                if (firstOfEach.size() >= SHOWN_MAX || firstOfEach.containsKey(kind)) {
                    return;
                }
                firstOfEach.put(kind, new Violation(spec.seed(), rule, ""));
            }
            Violation explained = Shrinker.explain(spec);
            synchronized (this) {
                firstOfEach.put(kind, explained);
            }
            context.progress().found(explained);
        }
    }
}
