package dev.oncemore.server.console;

import dev.oncemore.operations.purge.PurgeService;
import dev.oncemore.server.access.Role;
import dev.oncemore.time.Durations;
import io.javalin.config.RoutesConfig;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** What is kept how long, and when the purge last removed the rest. */
public final class RetentionPage {
    private final PurgeService purge;

    /** A page about this purge. */
    public RetentionPage(PurgeService purge) {
        this.purge = purge;
    }

    /** What is shown. */
    public record View(String sentence, String schedule, List<Row> parts) {}

    /** One part. */
    public record Row(String part, String kept, String at, String ago, String removed, String inAll, String state) {}

    /** Adds it. */
    public void addTo(RoutesConfig routes) {
        routes.get("/retention", context -> Forms.show(context, "retention", "Retention", view()), Role.VIEWER);
    }

    private View view() {
        Instant now = purge.now();
        List<PurgeService.Result> results = purge.results();
        return new View(
                sentence(results, now),
                "/schedules/" + PurgeService.SCHEDULE,
                results.stream().map(result -> row(result, now)).toList());
    }

    private static String sentence(List<PurgeService.Result> results, Instant now) {
        return results.stream()
                .map(PurgeService.Result::at)
                .filter(Objects::nonNull)
                .max(Instant::compareTo)
                .map(at -> "Last purged " + Words.ago(at, now) + ": "
                        + Words.count(
                                results.stream()
                                        .mapToLong(PurgeService.Result::removed)
                                        .sum(),
                                "row",
                                "rows"))
                .orElse("Nothing has been purged yet");
    }

    private static Row row(PurgeService.Result result, Instant now) {
        Instant at = result.at();
        if (at == null) {
            return new Row(result.part(), result.kept(), "", "never", "–", "–", "–");
        }
        return new Row(
                result.part(),
                result.kept(),
                at.toString(),
                Words.ago(at, now),
                Words.number(result.removed()),
                Words.number(result.removedInAll()),
                (result.isComplete() ? "✓ done" : "… continues next time") + ", took "
                        + Durations.approximate(
                                Math.max(1_000_000, result.took().toNanos())));
    }
}
