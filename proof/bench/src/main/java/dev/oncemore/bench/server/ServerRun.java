package dev.oncemore.bench.server;

import dev.oncemore.bench.measure.BenchProgress;
import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.TemporaryFolder;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One run: starts, pages on a full store, requests, and an idle server. */
final class ServerRun {
    static final String START = "start";
    static final String POSTS = "keyed-posts";
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

    ServerRun(ServerEffort effort) {
        this.effort = effort;
    }

    Figures measure(PrintWriter out) {
        double load = effort.load().toMillis() * 3 / 1e3;
        double idleSeconds = 2 * effort.idle().toMillis() / 1e3;
        double pages = PageLooks.PAGES.size() * effort.looks() * 0.02;
        BenchProgress progress = new BenchProgress(out, List.of(STARTS_GUESS, FILL_GUESS, pages, load, idleSeconds));
        Figures figures = new Figures();
        try (TemporaryFolder folder = new TemporaryFolder()) {
            progress.start(START, STARTS_GUESS);
            List<Figure> starts = starts(folder.resolve("empty"));
            figures.add(starts);
            progress.end(starts.stream().filter(Measurement::isMedian).toList());
            Path full = folder.resolve("full");
            ServerProcess.start(full).close();
            progress.start("a store with " + effort.rows() + " rows of each", FILL_GUESS);
            FullStore.fill(full, effort.rows());
            progress.end("filled");
            try (ServerProcess server = ServerProcess.start(full, HEAP)) {
                progress.start("pages, " + HEAP, pages);
                List<Figure> looked = pages(server);
                figures.add(looked);
                progress.end(looked);
                progress.start(POSTS, load);
                List<Figure> sent = requests(server);
                figures.add(sent);
                progress.end(sent.stream().filter(Measurement::isMedian).toList());
                progress.start(IDLE, idleSeconds);
                List<Figure> idle = idle(server);
                figures.add(idle);
                progress.end(idle);
                Subject.require(server.isAlive(), "the server died");
            }
            return figures;
        }
    }

    private List<Figure> starts(Path data) {
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < effort.starts(); i++) {
            try (ServerProcess server = ServerProcess.start(data)) {
                millis.add(server.startMillis());
            }
        }
        return Measurement.of(millis).figures(START, Subject.ONCEMORE, MILLIS);
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

    /** Measures both requests in turns, because a machine's speed varies over time. */
    private List<Figure> requests(ServerProcess server) {
        Connections connections = new Connections(server.address());
        long turnNanos = effort.load().dividedBy(3).toNanos();
        String run = Long.toHexString(System.nanoTime());
        connections.perSecond(number -> post(run + "w" + number), 201, turnNanos);
        List<Double> posts = new ArrayList<>();
        List<Double> nothings = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            String prefix = run + "-" + round + "-";
            nothings.add(connections.perSecond(number -> nothing(), 200, turnNanos));
            posts.add(connections.perSecond(number -> post(prefix + number), 201, turnNanos));
        }
        List<Figure> figures =
                new ArrayList<>(Measurement.of(posts).figures(POSTS, Subject.ONCEMORE, Figure.THROUGHPUT));
        figures.addAll(Measurement.of(nothings).figures(POSTS, NOTHING, Figure.THROUGHPUT));
        return Collections.unmodifiableList(figures);
    }

    private static String post(String key) {
        String body = "{\"kind\":\"bench\",\"queue\":\"bench\",\"payload\":{\"order\":\"" + key + "\"}}";
        return "POST /api/tasks HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + ServerProcess.TOKEN
                + "\r\nIdempotency-Key: \"" + key + "\"\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body;
    }

    private static String nothing() {
        return "GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    /** Measures the idle server after a pause, in which code is compiled and garbage collected. */
    private List<Figure> idle(ServerProcess server) {
        pause(effort.idle());
        Duration before = server.cpuTime();
        long begin = System.nanoTime();
        pause(effort.idle());
        double share = 100.0 * server.cpuTime().minus(before).toNanos() / (System.nanoTime() - begin);
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
