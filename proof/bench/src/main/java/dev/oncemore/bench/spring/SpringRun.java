package dev.oncemore.bench.spring;

import dev.oncemore.bench.measure.CpuTime;
import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.Microbenchmark;
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
    static final String CPU = "µs CPU/op";
    static final String WRITES = "commits/op";

    private final SpringEffort effort;

    SpringRun(SpringEffort effort) {
        this.effort = effort;
    }

    Figures measure(PrintWriter progress) {
        try (PostgresServer server = PostgresServer.start();
                FreshDatabase database = server.freshDatabase()) {
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
                Contender contender = new Contender(protection, ShopServer.start(protection, database), database);
                contenders.add(contender);
                contender.server.perSecond(effort.warmup());
            }
            for (int turn = 0; turn < effort.rounds(); turn++) {
                for (int i = 0; i < contenders.size(); i++) {
                    contenders.get((turn + i) % contenders.size()).measure(effort.round());
                }
            }
            return contenders.stream()
                    .flatMap(contender -> contender.figures().stream())
                    .toList();
        } finally {
            contenders.forEach(contender -> contender.server.close());
        }
    }

    /** A running application, and what was measured in each turn. */
    private static final class Contender {
        private final Protection protection;
        private final ShopServer server;
        private final FreshDatabase database;
        private final List<Double> perSecond = new ArrayList<>();
        private final List<Double> cpuMicros = new ArrayList<>();
        private final List<Double> writes = new ArrayList<>();

        Contender(Protection protection, ShopServer server, FreshDatabase database) {
            this.protection = protection;
            this.server = server;
            this.database = database;
        }

        void measure(Duration length) {
            long writesBefore = ShopServer.writes(database);
            CpuTime cpuBefore = CpuTime.now();
            long begin = System.nanoTime();
            double measured = server.perSecond(length);
            double count = Math.max(1, measured * (System.nanoTime() - begin) / 1e9);
            CpuTime cpu = CpuTime.now().since(cpuBefore);
            perSecond.add(measured);
            cpuMicros.add((cpu.ownNanos() + cpu.othersNanos()) / 1e3 / count);
            writes.add((ShopServer.writes(database) - writesBefore) / count);
        }

        List<Figure> figures() {
            return List.of(
                    Measurement.of(perSecond).figure(ENDPOINT, protection.subject(), Figure.THROUGHPUT),
                    Measurement.of(cpuMicros).figure(ENDPOINT, protection.subject(), CPU),
                    Measurement.of(writes).figure(ENDPOINT, protection.subject(), WRITES));
        }
    }

    /** Alternately, because the page cache and the clock of the machine change over time. */
    private List<Figure> starts(FreshDatabase database) {
        List<Double> with = new ArrayList<>();
        List<Double> without = new ArrayList<>();
        for (int i = 0; i < effort.starts(); i++) {
            without.add(StartUp.millis(Protection.BARE, database));
            with.add(StartUp.millis(Protection.FILTERED, database));
        }
        return List.of(
                Measurement.of(with).figure(START, Subject.ONCEMORE, MILLIS),
                Measurement.of(without).figure(START, Protection.BARE.subject(), MILLIS));
    }
}
