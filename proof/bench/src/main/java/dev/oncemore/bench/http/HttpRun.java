package dev.oncemore.bench.http;

import dev.oncemore.bench.measure.BenchProgress;
import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.http.client.RetryingHttpClient;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One run of the bench: all cases, one after the other. */
final class HttpRun {
    static final String JDK = "jdk";

    private final HttpEffort effort;

    HttpRun(HttpEffort effort) {
        this.effort = effort;
    }

    Figures measure(PrintWriter progressOut) {
        Figures figures = new Figures();
        List<HttpCase> cases = Arrays.asList(HttpCase.values());
        BenchProgress progress = new BenchProgress(
                progressOut,
                cases.stream().map(inCase -> effort.guessedSeconds()).toList());
        try (LocalServer server = new LocalServer()) {
            for (HttpCase inCase : cases) {
                progress.start(inCase.caseName(), effort.guessedSeconds());
                List<Figure> measured = measure(inCase, server.uri());
                figures.add(measured);
                progress.end(measured.stream().filter(Measurement::isMedian).toList());
            }
        }
        return figures;
    }

    /** Measures the clients in turns, each on its own connections. The first one changes from round to round. */
    private List<Figure> measure(HttpCase inCase, URI uri) {
        HttpClient bare = jdkClient();
        HttpClient retrying = RetryingHttpClient.around(jdkClient(), inCase.policy());
        turn(inCase, bare, uri, effort.warmup());
        turn(inCase, retrying, uri, effort.warmup());
        List<Double> ofBare = new ArrayList<>();
        List<Double> ofRetrying = new ArrayList<>();
        for (int round = 0; round < effort.rounds(); round++) {
            if (round % 2 == 0) {
                ofBare.add(turn(inCase, bare, uri, effort.round()));
                ofRetrying.add(turn(inCase, retrying, uri, effort.round()));
            } else {
                ofRetrying.add(turn(inCase, retrying, uri, effort.round()));
                ofBare.add(turn(inCase, bare, uri, effort.round()));
            }
        }
        List<Figure> figures = new ArrayList<>(
                Measurement.of(ofRetrying).figures(inCase.caseName(), Subject.ONCEMORE, inCase.metric()));
        figures.addAll(Measurement.of(ofBare).figures(inCase.caseName(), JDK, inCase.metric()));
        return figures;
    }

    private static HttpClient jdkClient() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    private static double turn(HttpCase inCase, HttpClient client, URI uri, Duration length) {
        double perSecond = Turn.requestsPerSecond(inCase, client, uri, length);
        return inCase.callers() == 1 ? TimeUnit.SECONDS.toNanos(1) / perSecond : perSecond;
    }
}
