package dev.oncemore.bench.server;

import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.MeasuringException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;

/** Measures how long pages take over loopback, which is a little more than in the server. */
final class PageLooks {
    static final List<String> PAGES = List.of(
            "/",
            "/retries",
            "/desk",
            "/dead",
            "/dead?queue=queue-7",
            "/dead?kind=mail",
            "/dead?signature=HTTP+503+from+host+7",
            "/dead/redrive?queue=queue-7",
            "/dead/dead-1",
            "/queues",
            "/queues/queue-7",
            "/schedules",
            "/schedules/purge",
            "/sagas",
            "/webhooks",
            "/log",
            "/log?kind=mail",
            "/breakers",
            "/records",
            "/records?scope=acme/payment&key=key-77",
            "/tasks/task-1",
            "/alerts",
            "/retention",
            "/access",
            "/audit");
    private static final int WARM_UPS = 30;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI server;

    PageLooks(URI server) {
        this.server = server;
    }

    /** The time of each page, in milliseconds. */
    Measurement of(String page, int looks) {
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < WARM_UPS + looks; i++) {
            long begin = System.nanoTime();
            look(page);
            if (i >= WARM_UPS) {
                millis.add((System.nanoTime() - begin) / 1e6);
            }
        }
        return Measurement.of(millis);
    }

    private void look(String page) {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(page))
                .header("Accept", "text/html")
                .header("Authorization", "Bearer " + ServerProcess.TOKEN)
                .build();
        try {
            HttpResponse<byte[]> answer = client.send(request, BodyHandlers.ofByteArray());
            if (answer.statusCode() != 200) {
                throw new MeasuringException(page + " answered " + answer.statusCode(), null);
            }
        } catch (IOException e) {
            throw new MeasuringException(page + " was not answered: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MeasuringException("interrupted", e);
        }
    }
}
