package dev.oncemore.server.api;

import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.operations.RecordName;
import dev.oncemore.operations.statistics.Health;
import dev.oncemore.operations.statistics.Sums;
import dev.oncemore.operations.statistics.Trend;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Refusal;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    public void addTo(RoutesConfig routes) {
        routes.get("/api/retries", this::retries, Role.VIEWER);
        routes.get("/api/breakers", this::breakers, Role.VIEWER);
        routes.post("/api/reports", this::report, Role.STAFF);
        routes.get("/api/records/unknown", this::unknown, Role.VIEWER);
    }

    private void retries(Context context) {
        Trend trend = health.trend(Trend.Span.of(context.queryParam("span")));
        Map<String, Object> names = new LinkedHashMap<>();
        trend.byName().forEach((name, sums) -> names.put(name, shape(sums)));
        Answers.json(
                context,
                Map.of(
                        "span", trend.span().word(),
                        "total", shape(trend.total()),
                        "names", names,
                        "storms", health.storms(),
                        "points",
                                trend.points().stream()
                                        .map(point ->
                                                Map.of("from", point.from().toString(), "counts", shape(point.sums())))
                                        .toList(),
                        "reports",
                                health.reports().stream()
                                        .map(report -> Map.of(
                                                "source", report.source(),
                                                "at", report.at().toString(),
                                                "report", report.body()))
                                        .toList()));
    }

    private static Map<String, Object> shape(Sums sums) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("calls", sums.calls());
        fields.put("firstTry", sums.firstTry());
        fields.put("rescued", sums.rescued());
        fields.put("failed", sums.failed());
        fields.put("retries", sums.retries());
        fields.put("wasted", sums.wasted());
        fields.put("budgetRefusals", sums.refused());
        fields.put("duplicatesHeldBack", sums.duplicates());
        fields.put("latencyAddedMs", sums.added().toMillis());
        if (sums.latencies().count() > 0) {
            fields.put("p95Ms", sums.latencies().within(0.95).toNanos() / 1e6);
            fields.put("p99Ms", sums.latencies().within(0.99).toNanos() / 1e6);
        }
        return fields;
    }

    private void breakers(Context context) {
        Answers.json(
                context,
                Map.of(
                        "engines",
                        health.engines().stream()
                                .map(engine -> {
                                    Map<String, Object> fields = new LinkedHashMap<>();
                                    fields.put("source", engine.source());
                                    fields.put("policy", engine.policy());
                                    if (engine.breaker() != null) {
                                        fields.put("breaker", engine.breaker());
                                    }
                                    if (engine.budget() != null) {
                                        fields.put("budgetRemaining", engine.budget());
                                    }
                                    fields.put("running", engine.running());
                                    fields.put("queued", engine.queued());
                                    return fields;
                                })
                                .toList()));
    }

    private void report(Context context) {
        JsonNode body = Answers.body(context);
        String source = body.path("source").asString(Authenticator.of(context).name());
        health.report(source, body);
        context.status(201);
        Answers.json(context, Map.of("source", source));
    }

    private void unknown(Context context) {
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE_MAX);
        String scope = context.queryParam("afterScope");
        String key = context.queryParam("afterKey");
        if (scope == null ^ key == null) {
            throw Refusal.wrong("'afterScope' and 'afterKey' belong together; take both from 'next'");
        }
        List<OnceRecord> page = health.unknown(scope == null ? null : RecordName.read(scope, key), limit);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("records", page.stream().map(Shapes::record).toList());
        if (page.size() == limit) {
            OnceRecord last = page.get(page.size() - 1);
            fields.put(
                    "next",
                    Map.of(
                            "afterScope", last.key().scope().written(),
                            "afterKey", last.key().value()));
        }
        Answers.json(context, fields);
    }
}
