package dev.oncemore.bench.server;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.Target;
import java.util.ArrayList;
import java.util.List;

/** The targets of the server. */
final class ServerTargets {
    private static final double START_MILLIS_MAX = Runtime.version().feature() >= 25 ? 1_500 : 2_000;
    private static final double PAGE_MILLIS_MAX = 50;
    private static final double SQLITE_SHARE_MIN = 0.5;
    private static final double POSTGRES_SHARE_MIN = 0.25;
    private static final double IDLE_PERCENT_MAX = 1;

    private final Figures figures;

    private ServerTargets(Figures figures) {
        this.figures = figures;
    }

    static List<Target> of(Figures figures) {
        return new ServerTargets(figures).targets();
    }

    private List<Target> targets() {
        List<Target> targets = new ArrayList<>();
        targets.add(Target.atMost(
                ServerRun.START,
                figures.value(ServerRun.START, Subject.ONCEMORE, ServerRun.MILLIS),
                START_MILLIS_MAX,
                " ms to the first page"));
        figures.all().stream()
                .filter(figure -> figure.caseName().startsWith(ServerRun.PAGE))
                .forEach(figure ->
                        targets.add(Target.atMost(figure.caseName(), figure.value(), PAGE_MILLIS_MAX, " ms p99")));
        targets.add(posts(RequestLoad.SQLITE, SQLITE_SHARE_MIN));
        targets.add(posts(RequestLoad.POSTGRES, POSTGRES_SHARE_MIN));
        targets.add(Target.below(
                ServerRun.IDLE,
                figures.value(ServerRun.IDLE, Subject.ONCEMORE, ServerRun.PERCENT),
                IDLE_PERCENT_MAX,
                " % of a processor"));
        return targets;
    }

    private Target posts(String name, double share) {
        return Target.atLeast(
                name,
                figures.value(name, Subject.ONCEMORE, Figure.THROUGHPUT)
                        / figures.value(name, ServerRun.NOTHING, Figure.THROUGHPUT),
                share,
                " × no-op");
    }
}
