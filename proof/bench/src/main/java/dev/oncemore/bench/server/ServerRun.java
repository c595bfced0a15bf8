package dev.oncemore.bench.server;

import static java.util.Objects.requireNonNull;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.measure.Step;
import dev.oncemore.bench.measure.Steps;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.TemporaryFolder;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run: starts, pages on a full store, requests, and an idle server. */
final class ServerRun {
    static final String START = "start";
    static final String NOTHING = "no-op";
    static final String IDLE = "idle";
    static final String PAGE = "page ";
    static final String MILLIS = "ms";
    static final String P99 = "ms p99";
    static final String PERCENT = "% of a processor";

    private static final String HEAP = "-Xmx128m";
    private static final double STARTS_GUESS = 15;
    private static final double FILL_GUESS = 60;

    private final ServerEffort effort;
    private @Nullable ServerProcess server;

    ServerRun(ServerEffort effort) {
        this.effort = effort;
    }

    Figures measure(PrintWriter out) {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            try {
                return Steps.measure(steps(folder), out);
            } finally {
                if (server != null) {
                    server.close();
                }
            }
        }
    }

    private List<Step> steps(TemporaryFolder folder) {
        Path full = folder.resolve("full");
        double pages = PageLooks.PAGES.size() * effort.looks() * 0.02;
        double load = effort.load().toMillis() * 3 / 1e3;
        RequestLoad requests = new RequestLoad(folder.resolve("load"), effort.load());
        double idle = 2 * effort.idle().toMillis() / 1e3;
        return List.of(
                new Step(START, STARTS_GUESS, () -> starts(folder.resolve("empty"))),
                new Step("a store with " + effort.rows() + " rows of each", FILL_GUESS, () -> {
                    ServerProcess.start(full).close();
                    FullStore.fill(full, effort.rows());
                    return List.of();
                }),
                new Step("pages, " + HEAP, pages, () -> {
                    server = ServerProcess.start(full, HEAP);
                    return pages(server);
                }),
                new Step(IDLE, idle, () -> {
                    List<Figure> figures = idle(requireNonNull(server));
                    requireNonNull(server).close();
                    return figures;
                }),
                new Step(RequestLoad.SQLITE, load, requests::onSqlite),
                new Step(RequestLoad.POSTGRES, load, requests::onPostgres));
    }

    private List<Figure> starts(Path data) {
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < effort.starts(); i++) {
            try (ServerProcess server = ServerProcess.start(data)) {
                millis.add(server.startMillis());
            }
        }
        return List.of(Measurement.of(millis).figure(START, Subject.ONCEMORE, MILLIS));
    }

    private List<Figure> pages(ServerProcess server) {
        PageLooks looks = new PageLooks(server.address());
        return PageLooks.PAGES.stream()
                .map(page -> Figure.of(
                        PAGE + page,
                        Subject.ONCEMORE,
                        P99,
                        looks.of(page, effort.looks()).percentile(0.99)))
                .toList();
    }

    /** Measures the idle server after a pause, in which code is compiled and garbage collected. */
    private List<Figure> idle(ServerProcess server) {
        pause(effort.idle());
        Duration before = server.cpuTime();
        long begin = System.nanoTime();
        pause(effort.idle());
        double share = 100.0 * server.cpuTime().minus(before).toNanos() / (System.nanoTime() - begin);
        Subject.require(server.isAlive(), "the server died");
        return List.of(Figure.of(IDLE, Subject.ONCEMORE, PERCENT, share));
    }

    private static void pause(Duration span) {
        try {
            Thread.sleep(span.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MeasuringException("interrupted", e);
        }
    }
}
