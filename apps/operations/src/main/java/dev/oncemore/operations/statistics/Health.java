package dev.oncemore.operations.statistics;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.retry.BreakerMode;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.RetryStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** How things go: what was kept minute by minute, what applications report, breakers, records that wait for a person. */
public final class Health {
    /** As the alert {@code retry_storm} has it, over the two minutes that are seen last. */
    private static final int STORM_RETRIES_MIN = 50;

    private static final double STORM_SHARE_MIN = 0.5;
    private static final int STORM_POINTS = 2;
    private static final int ROUNDS_MAX = 10;
    private static final int ENGINES_MAX = 500;

    private final Backend backend;
    private final Samples samples;
    private final Reports reports;
    private final Statistics pulse;

    /** The health of this store, and of this process. */
    public Health(Backend backend, Samples samples, Reports reports, Statistics pulse) {
        this.backend = backend;
        this.samples = samples;
        this.reports = reports;
        this.pulse = pulse;
    }

    /**
     * A breaker and a budget.
     *
     * @param source the process
     * @param policy its policy's name
     * @param breaker what it does: closed, open, half_open or forced_open; null without one
     * @param budget how many retries the budget would grant now; null without one
     * @param running calls under way, where that is limited
     * @param queued calls that wait for a place
     */
    public record Engine(
            String source,
            String policy,
            @Nullable String breaker,
            @Nullable Long budget,
            int running,
            int queued) {

        /** Whether it refuses calls. */
        public boolean isOpen() {
            return "open".equals(breaker) || "forced_open".equals(breaker);
        }
    }

    /** What was kept of a span of time. */
    public Trend trend(Trend.Span span) {
        return Trend.of(samples, span, backend.tasks().now());
    }

    /** What makes an overload worse at the moment, by name; empty when nothing does. */
    public List<String> storms() {
        Map<String, Sums> last = new TreeMap<>();
        var now = backend.tasks().now();
        samples.between(now.minusSeconds(60L * STORM_POINTS), now.plusSeconds(60))
                .forEach(sample -> last.merge(sample.name(), sample.sums(), Sums::and));
        return last.entrySet().stream()
                .filter(entry -> isStorm(entry.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static boolean isStorm(Sums sums) {
        return sums.retries() >= STORM_RETRIES_MIN && sums.retries() > STORM_SHARE_MIN * sums.calls();
    }

    /** The latest report of each application. */
    public List<Reports.Report> reports() {
        return reports.list();
    }

    /**
     * The times of a dependency, as an application reports them.
     *
     * @param name the dependency, and the application
     * @param p95 what 95 of 100 calls take at most
     * @param p99 the same of 99, where it is reported
     */
    public record Slowest(String name, Duration p95, Optional<Duration> p99) {}

    /** The slowest dependency of those whose times applications report. */
    public Optional<Slowest> slowest() {
        Slowest slowest = null;
        for (Reports.Report report : reports.list()) {
            for (JsonNode line : report.body().path("dependencies")) {
                Optional<Duration> p95 = Reports.time(line, "p95Ms");
                if (p95.isPresent() && (slowest == null || p95.get().compareTo(slowest.p95()) > 0)) {
                    slowest = new Slowest(
                            line.path("dependency").asString("") + " of " + report.source(),
                            p95.get(),
                            Reports.time(line, "p99Ms"));
                }
            }
        }
        return Optional.ofNullable(slowest);
    }

    /** Keeps a report of an application. */
    public void report(String source, JsonNode body) {
        reports.save(source, body);
    }

    /** Breakers and budgets, of this process and of those that report them: at most 500, with open breakers first. */
    public List<Engine> engines() {
        List<Engine> engines = new ArrayList<>();
        for (Retry engine : pulse.engines()) {
            RetryStatus status = engine.status();
            engines.add(new Engine(
                    Statistics.OWN,
                    engine.policy().name(),
                    word(status.breaker()),
                    status.budgetRemaining() == Long.MAX_VALUE ? null : status.budgetRemaining(),
                    status.running(),
                    status.queued()));
        }
        for (Reports.Report report : reports.list()) {
            for (JsonNode engine : report.body().path("engines")) {
                engines.add(new Engine(
                        report.source(),
                        engine.path("policy").asString("?"),
                        engine.path("breaker").isString()
                                ? engine.path("breaker").asString().toLowerCase(Locale.ROOT)
                                : null,
                        engine.path("budgetRemaining").isIntegralNumber()
                                ? engine.path("budgetRemaining").asLong()
                                : null,
                        engine.path("running").asInt(0),
                        engine.path("queued").asInt(0)));
            }
        }
        // Stable: those of this process stay in front of the others.
        engines.sort(Comparator.comparing(engine -> !engine.isOpen()));
        return engines.size() <= ENGINES_MAX ? engines : List.copyOf(engines.subList(0, ENGINES_MAX));
    }

    private static @Nullable String word(@Nullable BreakerMode mode) {
        return mode == null ? null : mode.name().toLowerCase(Locale.ROOT);
    }

    /** Records with an unknown outcome, by scope and key. */
    public List<OnceRecord> unknown(@Nullable Key after, int most) {
        List<OnceRecord> found = new ArrayList<>();
        Key last = after;
        for (int round = 0; round < ROUNDS_MAX && found.size() < most; round++) {
            List<OnceRecord> page = backend.recordQueries().unknown(last, most);
            page.stream().filter(Health::isForAPerson).forEach(found::add);
            if (page.size() < most) {
                break;
            }
            last = page.get(page.size() - 1).key();
        }
        return found.size() <= most ? found : found.subList(0, most);
    }

    /** What a saga does not know of its steps is its own business; it says so itself when it is stuck. */
    private static boolean isForAPerson(OnceRecord record) {
        return !record.key().scope().operation().startsWith("saga:");
    }
}
