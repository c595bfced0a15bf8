package dev.oncemore.server.console;

import dev.oncemore.operations.Operations;
import dev.oncemore.operations.statistics.Health;
import dev.oncemore.operations.statistics.Latencies;
import dev.oncemore.operations.statistics.Reports;
import dev.oncemore.operations.statistics.Sums;
import dev.oncemore.operations.statistics.Trend;
import dev.oncemore.server.access.Role;
import io.javalin.config.RoutesConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Does retry help? And: what do breakers and budgets do? */
public final class RetriesPage {
    private final Health health;
    private final Operations operations;

    /** A page for these. */
    public RetriesPage(Health health, Operations operations) {
        this.health = health;
        this.operations = operations;
    }

    /** What is shown. */
    public record View(
            String sentence,
            List<OverviewPage.Choice> spans,
            Row total,
            String duplicates,
            List<Row> rows,
            List<Group> reports) {}

    /** The lines of one application's report. */
    public record Group(String source, String when, String window, String duplicates, List<Row> rows) {}

    /** One dependency, or one queue. */
    public record Row(
            String name,
            String calls,
            String firstTry,
            String rescued,
            String rescuedShare,
            String wasted,
            String times,
            String added,
            String amplification,
            String refused) {}

    /**
     * What the page of breakers shows.
     *
     * @param paused queues of which nothing is begun: as the desk does during a lock-out of an accounting system
     */
    public record Engines(String sentence, List<Health.Engine> engines, List<QueuesPage.Row> paused) {}

    /** Adds them. */
    public void addTo(RoutesConfig routes) {
        routes.get(
                "/retries",
                context -> Forms.show(
                        context, "retries", "Does retry help?", view(Trend.Span.of(context.queryParam("span")))),
                Role.VIEWER);
        routes.get("/breakers", context -> Forms.show(context, "breakers", "Breakers", engines()), Role.VIEWER);
    }

    private View view(Trend.Span span) {
        Trend trend = health.trend(span);
        Sums total = trend.total();
        List<Row> rows = new ArrayList<>();
        trend.byName().forEach((name, sums) -> {
            if (sums.calls() > 0) {
                rows.add(row(name, sums));
            }
        });
        return new View(
                sentence(total, span),
                Arrays.stream(Trend.Span.values())
                        .map(one -> new OverviewPage.Choice("/retries?span=" + one.word(), one.label(), one == span))
                        .toList(),
                row("all", total),
                Words.number(total.duplicates()),
                rows,
                health.reports().stream().map(RetriesPage::group).toList());
    }

    private static String sentence(Sums total, Trend.Span span) {
        long failedFirst = total.calls() - total.firstTry();
        if (total.calls() == 0) {
            return "No calls in the last " + span.label();
        }
        if (failedFirst == 0) {
            return "No retry was needed: all calls succeeded at the first attempt";
        }
        String wasted = Words.count(total.wasted(), "attempt was", "attempts were") + " wasted";
        return total.rescued() == 0
                ? "Retries rescued nothing; " + wasted
                : "Retries rescued " + Words.share(total.rescued(), failedFirst) + " of what failed at first; "
                        + wasted;
    }

    private static Row row(String name, Sums sums) {
        return new Row(
                name,
                Words.number(sums.calls()),
                Words.share(sums.firstTry(), sums.calls()),
                Words.number(sums.rescued()),
                Words.share(sums.rescued(), sums.calls() - sums.firstTry()),
                Words.number(sums.wasted()),
                times(sums.latencies()),
                sums.added().isZero() ? "–" : Words.millis(sums.added()),
                amplification(sums.attempts(), sums.calls()),
                Words.number(sums.refused()));
    }

    private static String times(Latencies latencies) {
        return latencies.count() == 0
                ? "–"
                : Words.millis(latencies.within(0.95)) + " / " + Words.millis(latencies.within(0.99));
    }

    private static Group group(Reports.Report report) {
        List<Row> rows = new ArrayList<>();
        report.body().path("dependencies").forEach(line -> rows.add(row(line)));
        JsonNode body = report.body();
        return new Group(
                report.source(),
                report.at().toString(),
                Words.span(Duration.ofSeconds((long) body.path("windowSeconds").asDouble(0))),
                Words.number(body.path("duplicatesHeldBack").asLong(0)),
                rows);
    }

    private static Row row(JsonNode line) {
        long calls = line.path("calls").asLong();
        long failedFirst = line.path("firstFailures").asLong();
        long rescued = line.path("rescued").asLong();
        long retries = line.path("retries").asLong();
        return new Row(
                line.path("dependency").asString(""),
                Words.number(calls),
                Words.share(calls - failedFirst, calls),
                Words.number(rescued),
                Words.share(rescued, failedFirst),
                Words.number(Math.max(0, retries - rescued)),
                Reports.time(line, "p95Ms").map(Words::millis).orElse("–")
                        + Reports.time(line, "p99Ms")
                                .map(p99 -> " / " + Words.millis(p99))
                                .orElse(""),
                Reports.time(line, "latencyAddedMs").map(Words::millis).orElse("–"),
                amplification(calls + retries, calls),
                line.path("budgetRefusals").isIntegralNumber()
                        ? Words.number(line.path("budgetRefusals").asLong())
                        : "–");
    }

    private static String amplification(long attempts, long calls) {
        return calls == 0 ? "–" : String.format(Locale.ROOT, "× %.2f", (double) attempts / calls);
    }

    private Engines engines() {
        List<Health.Engine> engines = health.engines();
        long open = engines.stream().filter(Health.Engine::isOpen).count();
        List<QueuesPage.Row> paused = operations.queues().stream()
                .filter(queue -> queue.pause() != null)
                .map(QueuesPage::row)
                .toList();
        String sentence = engines.isEmpty()
                ? "No engine reports here"
                : open == 0
                        ? "No breaker is open"
                        : Words.count(open, "breaker is", "breakers are") + " open: calls are refused at once";
        return new Engines(
                paused.isEmpty()
                        ? sentence
                        : sentence + "; " + Words.count(paused.size(), "queue is", "queues are") + " paused",
                engines,
                paused);
    }
}
