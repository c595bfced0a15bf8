package dev.oncemore.server.api;

import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.operations.RecordName;
import dev.oncemore.operations.statistics.Health;
import dev.oncemore.operations.statistics.Sums;
import dev.oncemore.operations.statistics.Trend;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.api.TaskShapes.RecordInfo;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Refusal;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The endpoints of how things go. */
public final class HealthApi {
    private static final int PAGE = 50;
    private static final int PAGE_MAX = 500;

    private final Health health;

    /** Endpoints for this. */
    public HealthApi(Health health) {
        this.health = health;
    }

    /** Adds them. */
    public void addTo(ApiRoutes api) {
        api.get("/api/retries", Role.VIEWER, "retries", "Does retry help? Counts of a span, by queue and dependency.")
                .query("span", Fields.choice(List.of("quarter", "hour", "day")))
                .answers(RetryTrend.class)
                .by(this::retries);
        api.get(
                        "/api/breakers",
                        Role.VIEWER,
                        "breakers",
                        "Lists breakers and budgets of this process and of those that report.")
                .answers(EngineList.class)
                .by(this::breakers);
        api.post(
                        "/api/reports",
                        Role.STAFF,
                        "report",
                        "Keeps the RetryReport of an application; it replaces the last one.")
                .takesAlso(new Fields()
                        .with("source", Fields.text("The application and its node.", 1, 100))
                        .require("total", Fields.any("The totals."))
                        .require("dependencies", Fields.any("A list, one for each dependency."))
                        .with("engines", Fields.any("A list of breakers and budgets.")))
                .answers(201, ReportSource.class)
                .by(this::report);
        api.get("/api/records/unknown", Role.VIEWER, "unknownRecords", "Lists records with an unknown outcome.")
                .query("limit", Fields.number(1, PAGE_MAX, PAGE))
                .query("afterScope", Fields.text("Where to go on: next of the page before."))
                .query("afterKey", Fields.text("Where to go on: next of the page before."))
                .answers(UnknownPage.class)
                .by(this::unknown);
    }

    private RetryTrend retries(Context context) {
        Trend trend = health.trend(Trend.Span.of(context.queryParam("span")));
        Map<String, Counts> names = new LinkedHashMap<>();
        trend.byName().forEach((name, sums) -> names.put(name, Counts.of(sums)));
        return new RetryTrend(
                trend.span().word(),
                Counts.of(trend.total()),
                names,
                health.storms(),
                trend.points().stream()
                        .map(point -> new TrendPoint(point.from(), Counts.of(point.sums())))
                        .toList(),
                health.reports().stream()
                        .map(report -> new KeptReport(report.source(), report.at(), report.body()))
                        .toList());
    }

    record RetryTrend(
            String span,
            Counts total,
            Map<String, Counts> names,
            List<String> storms,
            List<TrendPoint> points,
            List<KeptReport> reports) {}

    record TrendPoint(Instant from, Counts counts) {}

    record KeptReport(String source, Instant at, JsonNode report) {}

    record Counts(
            long calls,
            long firstTry,
            long rescued,
            long failed,
            long retries,
            long wasted,
            long budgetRefusals,
            long duplicatesHeldBack,
            long latencyAddedMs,
            @Nullable Double p95Ms,
            @Nullable Double p99Ms) {
        static Counts of(Sums sums) {
            boolean isTimed = sums.latencies().count() > 0;
            return new Counts(
                    sums.calls(),
                    sums.firstTry(),
                    sums.rescued(),
                    sums.failed(),
                    sums.retries(),
                    sums.wasted(),
                    sums.refused(),
                    sums.duplicates(),
                    sums.added().toMillis(),
                    isTimed ? sums.latencies().within(0.95).toNanos() / 1e6 : null,
                    isTimed ? sums.latencies().within(0.99).toNanos() / 1e6 : null);
        }
    }

    private EngineList breakers(Context context) {
        return new EngineList(health.engines().stream()
                .map(engine -> new EngineInfo(
                        engine.source(),
                        engine.policy(),
                        engine.breaker(),
                        engine.budget(),
                        engine.running(),
                        engine.queued()))
                .toList());
    }

    record EngineList(List<EngineInfo> engines) {}

    record EngineInfo(
            String source,
            String policy,
            @Nullable String breaker,
            @Nullable Long budgetRemaining,
            int running,
            int queued) {}

    record ReportSource(String source) {}

    record UnknownPage(List<RecordInfo> records, @Nullable UnknownPlace next) {}

    record UnknownPlace(String afterScope, String afterKey) {}

    private ReportSource report(Context context) {
        JsonNode body = Answers.body(context);
        String source = body.path("source").asString(Authenticator.of(context).name());
        health.report(source, body);
        return new ReportSource(source);
    }

    private UnknownPage unknown(Context context) {
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE_MAX);
        String scope = context.queryParam("afterScope");
        String key = context.queryParam("afterKey");
        if (scope == null ^ key == null) {
            throw Refusal.wrong("'afterScope' and 'afterKey' go together; use both values of 'next'");
        }
        List<OnceRecord> page = health.unknown(scope == null ? null : RecordName.read(scope, key), limit);
        return new UnknownPage(
                page.stream().map(RecordInfo::of).toList(),
                Bodies.next(
                        page,
                        limit,
                        last -> new UnknownPlace(
                                last.key().scope().written(), last.key().value())));
    }
}
