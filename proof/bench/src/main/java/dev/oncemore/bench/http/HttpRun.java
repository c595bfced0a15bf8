package dev.oncemore.bench.http;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Keys;
import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.Round;
import dev.oncemore.bench.measure.Step;
import dev.oncemore.bench.measure.Steps;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.http.client.RetryingHttpClient;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One run of the bench: all cases, one after the other. */
final class HttpRun {
    static final String JDK = "jdk";
    /** What a request takes relative to the JDK's client in the same pair of rounds. */
    static final String TIME_RATIO = "× time of jdk";

    private final HttpEffort effort;

    HttpRun(HttpEffort effort) {
        this.effort = effort;
        // Under load the JDK's client loses a few replies in a million: its pool takes the response for unexpected data
        // on an idle connection, and closes it ("header parser received no bytes"). It then repeats a GET, but not a
        // POST. What is measured is calls without failures, so let it repeat every method, below both clients.
        System.setProperty("jdk.httpclient.enableAllMethodRetry", "true");
    }

    Figures measure(PrintWriter progressOut) {
        try (LocalServer server = new LocalServer()) {
            return Steps.measure(
                    Stream.of(HttpCase.values())
                            .map(inCase -> new Step(
                                    inCase.caseName(), effort.guessedSeconds(), () -> measure(inCase, server.uri())))
                            .toList(),
                    progressOut);
        }
    }

    /** Measures the clients in pairs of rounds, each on its own connections. The first one changes from pair to pair. */
    private List<Figure> measure(HttpCase inCase, URI uri) {
        Subject bare = subject(JDK, inCase, jdkClient(), uri);
        Subject retrying =
                subject(Subject.ONCEMORE, inCase, RetryingHttpClient.around(jdkClient(), inCase.policy()), uri);
        perSecond(inCase, bare, effort.warmup());
        perSecond(inCase, retrying, effort.warmup());
        List<Double> ofBare = new ArrayList<>();
        List<Double> ofRetrying = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int pair = 0; pair < effort.pairs(); pair++) {
            boolean bareFirst = pair % 2 == 0;
            double first = perSecond(inCase, bareFirst ? bare : retrying, effort.round());
            double second = perSecond(inCase, bareFirst ? retrying : bare, effort.round());
            ofBare.add(bareFirst ? first : second);
            ofRetrying.add(bareFirst ? second : first);
            ratios.add(ofBare.get(pair) / ofRetrying.get(pair));
        }
        return List.of(
                figure(inCase, Subject.ONCEMORE, ofRetrying),
                figure(inCase, JDK, ofBare),
                Measurement.of(ratios).figure(inCase.caseName(), Subject.ONCEMORE, TIME_RATIO));
    }

    private static Subject subject(String name, HttpCase inCase, HttpClient client, URI uri) {
        return Subject.of(name, key -> inCase.sendChecked(client, uri));
    }

    private static HttpClient jdkClient() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    private static double perSecond(HttpCase inCase, Subject client, Duration length) {
        return Round.measure(client, inCase.callers(), Keys.none(), length).callsPerSecond();
    }

    private static Figure figure(HttpCase inCase, String subject, List<Double> perSecond) {
        List<Double> values = inCase.callers() == 1
                ? perSecond.stream()
                        .map(each -> TimeUnit.SECONDS.toNanos(1) / each)
                        .toList()
                : perSecond;
        return Measurement.of(values).figure(inCase.caseName(), subject, inCase.metric());
    }
}
