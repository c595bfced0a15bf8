package dev.oncemore.operations.statistics;

import dev.oncemore.jdbc.Database;
import dev.oncemore.operations.Rejected;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The latest report of each application about its retries, as {@code RetryReport.toJson} writes it. */
public final class Reports {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int SOURCES_MAX = 200;
    private static final int DEPENDENCIES_MAX = 60;
    private static final int ENGINES_MAX = 60;
    private static final int SOURCE_MAX = 100;
    private static final int NAME_MAX = 200;
    /** Also where each character takes three bytes, it fits into the column. */
    private static final int LENGTH_MAX = 20_000;

    private static final Duration KEPT = Duration.ofHours(25);
    /** As long as nanoseconds count; what is added to all calls together becomes years. */
    private static final long MILLIS_MAX = Long.MAX_VALUE / 1_000_000;

    private final Database database;
    private final InstantSource clock;

    /** Those of this store. */
    public Reports(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /** A report, as it was sent. */
    public record Report(String source, Instant at, JsonNode body) {}

    /** Keeps a report, over the one before of the same source. */
    public void save(String source, JsonNode body) {
        if (source.isBlank() || source.length() > SOURCE_MAX) {
            throw Rejected.invalid(
                    "'source' must have 1 to " + SOURCE_MAX + " characters: the application and its node");
        }
        check(body);
        String kept = JSON.writeValueAsString(body);
        if (kept.length() > LENGTH_MAX) {
            throw Rejected.tooLarge("a report has " + kept.length() + " characters, but at most " + LENGTH_MAX
                    + " are kept; name fewer dependencies");
        }
        database.update("DELETE FROM oncemore_report WHERE at < ?", clock.millis() - KEPT.toMillis());
        database.update("DELETE FROM oncemore_report WHERE source = ?", source);
        long sources = database.first("SELECT count(*) FROM oncemore_report", row -> row.getLong(1))
                .orElse(0L);
        if (sources >= SOURCES_MAX) {
            throw Rejected.conflict(SOURCES_MAX + " applications report already; those that are silent for "
                    + KEPT.toHours() + " h are forgotten");
        }
        database.update(
                "INSERT INTO oncemore_report (source, at, body) VALUES (?, ?, ?)", source, clock.millis(), kept);
    }

    private static void check(JsonNode body) {
        if (!body.path("total").isObject() || !body.path("dependencies").isArray()) {
            throw Rejected.invalid("send what RetryReport.toJson() writes: 'total' and 'dependencies' are missing");
        }
        if (body.path("dependencies").size() > DEPENDENCIES_MAX) {
            throw Rejected.invalid("'dependencies' has "
                    + body.path("dependencies").size() + " lines, but at most " + DEPENDENCIES_MAX + " are kept");
        }
        for (JsonNode line : body.path("dependencies")) {
            String name = line.path("dependency").asString("");
            if (name.isEmpty() || name.length() > NAME_MAX) {
                throw Rejected.invalid(
                        "each line of 'dependencies' needs a 'dependency' of 1 to " + NAME_MAX + " characters");
            }
            for (String count : List.of("calls", "firstFailures", "rescued", "retries", "retriesIntoOverload")) {
                requireCount(line, count, name);
            }
            requireIfThere(line, "budgetRefusals", name);
            for (String span : List.of("latencyAddedMs", "p95Ms", "p99Ms")) {
                requireTime(line, span, name);
            }
        }
        requireIfThere(body, "duplicatesHeldBack", "the report");
        if (body.path("engines").size() > ENGINES_MAX) {
            throw Rejected.invalid("'engines' has " + body.path("engines").size() + " lines, but at most " + ENGINES_MAX
                    + " are kept");
        }
        for (JsonNode engine : body.path("engines")) {
            requireEngine(engine);
            for (String count : List.of("budgetRemaining", "running", "queued")) {
                requireIfThere(engine, count, "an engine");
            }
        }
    }

    private static void requireEngine(JsonNode engine) {
        String policy = engine.path("policy").asString("");
        if (policy.isEmpty() || policy.length() > NAME_MAX) {
            throw Rejected.invalid("each line of 'engines' needs a 'policy' of 1 to " + NAME_MAX + " characters");
        }
    }

    private static void requireTime(JsonNode line, String span, String of) {
        JsonNode value = line.path(span);
        double millis = value.asDouble(0);
        if (!value.isMissingNode() && (!value.isNumber() || !(millis >= 0) || millis > MILLIS_MAX)) {
            throw Rejected.invalid(
                    "'" + span + "' of '" + of + "' must be a number of milliseconds from 0 to " + MILLIS_MAX);
        }
    }

    /** A time in a line of a report, such as {@code p95Ms}; empty when it was not sent. */
    public static Optional<Duration> time(JsonNode line, String name) {
        JsonNode value = line.path(name);
        return value.isNumber() ? Optional.of(Duration.ofNanos((long) (value.asDouble() * 1e6))) : Optional.empty();
    }

    private static void requireIfThere(JsonNode node, String count, String of) {
        if (node.path(count).isNumber()) {
            requireCount(node, count, of);
        }
    }

    private static void requireCount(JsonNode node, String count, String of) {
        JsonNode value = node.path(count);
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < 0) {
            throw Rejected.invalid("'" + count + "' of '" + of + "' must be a whole number from 0 on");
        }
    }

    /** All of them, by source. */
    public List<Report> list() {
        return database.query(
                "SELECT source, at, body FROM oncemore_report WHERE at >= ? ORDER BY source LIMIT " + SOURCES_MAX,
                row -> new Report(
                        row.getString(1), Instant.ofEpochMilli(row.getLong(2)), JSON.readTree(row.getString(3))),
                clock.millis() - KEPT.toMillis());
    }
}
