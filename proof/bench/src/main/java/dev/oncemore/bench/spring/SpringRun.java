package dev.oncemore.bench.spring;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Keys;
import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.Microbenchmark;
import dev.oncemore.bench.measure.Round;
import dev.oncemore.bench.measure.Step;
import dev.oncemore.bench.measure.Steps;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One run of the bench: endpoints, retried methods, starts. */
final class SpringRun {
    static final String ENDPOINT = "endpoint-64";
    static final String METHOD = "method";
    static final String START = "start";
    static final String SPRING = "spring";
    static final String MILLIS = "ms";

    private final SpringEffort effort;

    SpringRun(SpringEffort effort) {
        this.effort = effort;
    }

    Figures measure(PrintWriter progress) {
        try (PostgresServer server = PostgresServer.start();
                FreshDatabase database = server.freshDatabase()) {
            ShopServer.createTables(database);
            List<Step> steps = new ArrayList<>();
            steps.add(new Step(ENDPOINT, effort.guessedSecondsOfEndpoints(), () -> endpoints(database)));
            steps.add(calls(Subject.ONCEMORE, "retrying").step(effort.calls()));
            steps.add(calls(SPRING, "retryable").step(effort.calls()));
            steps.add(new Step(START, effort.guessedSecondsOfStarts(), () -> starts(database)));
            return Steps.measure(steps, progress);
        }
    }

    private static Microbenchmark calls(String subject, String method) {
        return new Microbenchmark(METHOD, subject, RetriedMethods.class, method, Map.of(), 1);
    }

    /** All run at once, and those that are not measured idle. The first one changes from turn to turn. */
    private List<Figure> endpoints(FreshDatabase database) {
        List<Contender> contenders = new ArrayList<>();
        try {
            for (Protection protection : Protection.values()) {
                Contender contender =
                        new Contender(protection, ShopServer.start(protection, database), new ArrayList<>());
                contenders.add(contender);
                contender.perSecond(effort.warmup());
            }
            for (int turn = 0; turn < effort.rounds(); turn++) {
                for (int i = 0; i < contenders.size(); i++) {
                    contenders.get((turn + i) % contenders.size()).measure(effort.round());
                }
            }
            return contenders.stream().map(Contender::figure).toList();
        } finally {
            contenders.forEach(contender -> contender.server.close());
        }
    }

    /** A running application, and its requests per second in each turn. */
    private record Contender(Protection protection, ShopServer server, List<Double> measured) {
        void measure(Duration length) {
            measured.add(perSecond(length));
        }

        Figure figure() {
            return Measurement.of(measured).figure(ENDPOINT, protection.subject(), Figure.THROUGHPUT);
        }

        double perSecond(Duration length) {
            return Round.measure(
                            Subject.of(protection.subject(), server::pay), ShopServer.CALLERS, Keys.fresh(), length)
                    .callsPerSecond();
        }
    }

    /** Alternately, because the page cache and the clock of the machine change over time. */
    private List<Figure> starts(FreshDatabase database) {
        List<Double> with = new ArrayList<>();
        List<Double> without = new ArrayList<>();
        for (int i = 0; i < effort.starts(); i++) {
            without.add(StartUp.millis(Protection.BARE, database));
            with.add(StartUp.millis(Protection.STARTER, database));
        }
        return List.of(
                Measurement.of(with).figure(START, Subject.ONCEMORE, MILLIS),
                Measurement.of(without).figure(START, Protection.BARE.subject(), MILLIS));
    }
}
