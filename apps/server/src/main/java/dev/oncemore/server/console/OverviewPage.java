package dev.oncemore.server.console;

import dev.oncemore.operations.Operations;
import dev.oncemore.operations.statistics.Health;
import dev.oncemore.operations.statistics.Latencies;
import dev.oncemore.operations.statistics.Sums;
import dev.oncemore.operations.statistics.Trend;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.Queues;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Is anything wrong? */
public final class OverviewPage {
    private static final int UNKNOWN_MAX = 100;
    /** Work that waits for so long is a sign that no worker serves its queue. */
    private static final Duration LATE = Duration.ofMinutes(5);

    private final Operations operations;
    private final Health health;

    /** A page for these operations. */
    public OverviewPage(Operations operations, Health health) {
        this.operations = operations;
        this.health = health;
    }

    /**
     * What is shown.
     *
     * @param isFine whether no person has to act
     * @param sentence the answer
     * @param warnings what of the store's settings is amiss
     */
    public record View(
            boolean isFine,
            String sentence,
            List<String> warnings,
            List<Tile> tiles,
            List<Choice> spans,
            Chart chart,
            List<DeadPage.Group> groups,
            String store) {}

    /** One number, what it is, and where more of it is. */
    public record Tile(String path, String number, String label, String words, boolean isBad) {}

    /** A span of time to look at. */
    public record Choice(String path, String label, boolean isCurrent) {}

    /** Adds it. */
    public void addTo(RoutesConfig routes) {
        routes.get("/", this::show, Role.VIEWER);
    }

    /** Staff send documents: they start where that is done. */
    private void show(Context context) {
        if (Authenticator.of(context).role() == Role.STAFF) {
            context.redirect("/desk");
            return;
        }
        Forms.show(context, "overview", "Overview", view(Trend.Span.of(context.queryParam("span"))));
    }

    private View view(Trend.Span span) {
        Instant now = operations.now();
        List<Queues.Status> queues = operations.queues();
        Trend trend = health.trend(span);
        List<String> warnings = operations.warnings();
        List<String> storms = health.storms();
        List<Health.Engine> engines = health.engines();
        List<Tile> tiles = tiles(queues, trend, storms, engines, now);
        List<String> wrong = wrong(queues, storms, engines);
        return new View(
                wrong.isEmpty() && warnings.isEmpty(),
                wrong.isEmpty() ? "No problems: no dead letters, nothing late." : sentence(wrong),
                warnings,
                tiles,
                Arrays.stream(Trend.Span.values())
                        .map(one -> new Choice("/?span=" + one.word(), one.label(), one == span))
                        .toList(),
                Chart.of(trend),
                operations.latestGroups().stream()
                        .map(group -> DeadPage.Group.of(group, DeadLetters.Filter.all(), now))
                        .toList(),
                operations.storeName());
    }

    private List<String> wrong(List<Queues.Status> queues, List<String> storms, List<Health.Engine> engines) {
        List<String> wrong = new ArrayList<>();
        long dead = sum(queues, Queues.Status::dead);
        if (dead > 0) {
            wrong.add(Words.count(dead, "dead letter needs", "dead letters need") + " you");
        }
        int unknown = health.unknown(null, UNKNOWN_MAX).size();
        if (unknown > 0) {
            wrong.add((unknown == UNKNOWN_MAX ? UNKNOWN_MAX + " records or more wait" : unknownWords(unknown))
                    + " for a person who knows whether it happened");
        }
        storms.forEach(name -> wrong.add("a retry storm hits " + (name.isEmpty() ? "something" : name)));
        long open = engines.stream().filter(Health.Engine::isOpen).count();
        if (open > 0) {
            wrong.add(Words.count(open, "breaker is", "breakers are") + " open");
        }
        if (oldest(queues).compareTo(LATE) >= 0) {
            wrong.add("work has been waiting for " + Words.span(oldest(queues)) + ": is a worker running?");
        }
        long paused = queues.stream().filter(queue -> queue.pause() != null).count();
        if (paused > 0) {
            wrong.add(Words.count(paused, "queue is", "queues are") + " paused");
        }
        return wrong;
    }

    private static String unknownWords(int unknown) {
        return Words.count(unknown, "record waits", "records wait");
    }

    private List<Tile> tiles(
            List<Queues.Status> queues, Trend trend, List<String> storms, List<Health.Engine> engines, Instant now) {
        Sums total = trend.total();
        long dead = sum(queues, Queues.Status::dead);
        String span = "in the last " + trend.span().label();
        long open = engines.stream().filter(Health.Engine::isOpen).count();
        Duration oldest = oldest(queues);
        List<Tile> tiles = new ArrayList<>();
        tiles.add(new Tile(
                "/dead",
                Words.number(dead),
                "dead letters",
                operations
                        .oldestLetter(DeadLetters.Filter.all())
                        .map(at -> "the oldest died " + Words.ago(at, now))
                        .orElse("none"),
                dead > 0));
        tiles.add(new Tile(
                "/retries",
                Words.share(total.succeeded(), total.calls()),
                "succeeded",
                "of " + Words.number(total.calls()) + " " + span,
                total.failed() > 0));
        tiles.add(new Tile(
                "/retries",
                Words.share(total.retries(), total.calls()),
                "retry rate",
                Words.count(total.retries(), "retry", "retries") + " " + span,
                !storms.isEmpty()));
        tiles.add(times(total.latencies(), health.slowest(), span));
        tiles.add(new Tile(
                "/breakers",
                Words.number(open),
                "open breakers",
                "of " + Words.count(engines.size(), "engine", "engines"),
                open > 0));
        tiles.add(new Tile(
                "/queues",
                Words.number(sum(queues, Queues.Status::ready)),
                "tasks ready",
                (oldest.isZero() ? "" : "the oldest for " + Words.span(oldest) + "; ")
                        + Words.number(sum(queues, Queues.Status::running)) + " running, "
                        + Words.number(sum(queues, Queues.Status::waiting)) + " scheduled",
                oldest.compareTo(LATE) >= 0));
        return tiles;
    }

    /** Of what this server timed itself, and of the slowest that an application reports. */
    private static Tile times(Latencies latencies, Optional<Health.Slowest> slowest, String span) {
        if (latencies.count() == 0) {
            return new Tile(
                    "/retries",
                    slowest.map(found -> Words.millis(found.p95())).orElse("–"),
                    "p95",
                    slowest.map(OverviewPage::words).orElse("nothing was timed " + span),
                    false);
        }
        return new Tile(
                "/retries",
                Words.millis(latencies.within(0.95)),
                "p95",
                "p99 " + Words.millis(latencies.within(0.99)) + ", of " + Words.number(latencies.count())
                        + slowest.map(found -> "; reported p95 " + Words.millis(found.p95()) + ", " + words(found))
                                .orElse(""),
                false);
    }

    private static String words(Health.Slowest slowest) {
        return slowest.p99().map(p99 -> "p99 " + Words.millis(p99) + ", ").orElse("") + slowest.name();
    }

    private static long sum(List<Queues.Status> queues, ToLongFunction<Queues.Status> part) {
        return queues.stream().mapToLong(part).sum();
    }

    private static Duration oldest(List<Queues.Status> queues) {
        return queues.stream()
                .filter(queue -> queue.pause() == null)
                .map(Queues.Status::oldestReady)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    private static String sentence(List<String> parts) {
        String joined = String.join("; ", parts);
        String first = joined.substring(0, 1).toUpperCase(Locale.ROOT) + joined.substring(1);
        return first.endsWith("?") ? first : first + ".";
    }
}
