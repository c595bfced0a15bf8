package dev.oncemore.bench.desk;

import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import dev.oncemore.server.serve.Server;
import dev.oncemore.server.serve.ServerSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A complete server on SQLite with a sandbox that answers at once, called over HTTP. */
final class DeskVisit implements AutoCloseable {
    private static final String TOKEN = "a token for the bench only";
    private static final String BOUNDARY = "x-bench-boundary-x";
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
    private static final Pattern UNDER_WAY = Pattern.compile("\"underWay\":(\\d+)");
    private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();
    private static final Duration LIMIT = Duration.ofMinutes(5);

    // A strong reference, because the JDK drops a logger's level together with the logger.
    private static final Logger ROW_LINES = Logger.getLogger("dev.oncemore.desk.rows");

    private final HttpClient client = HttpClient.newHttpClient();
    private final Sandbox sandbox = Sandbox.start(SandboxSettings.standard());
    private final Server server;

    DeskVisit(Path file) {
        ROW_LINES.setLevel(Level.WARNING);
        this.server = Server.start(
                new ServerSettings("127.0.0.1", 0, StoreUrl.parse("sqlite:" + file), TOKEN, false)
                        .desk(DeskSettings.at(sandbox.address())),
                Map.of());
    }

    /** Uploads a sheet and returns its id. */
    String bring(byte[] file, String name) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (String[] field : new String[][] {{"company", "comp1"}, {"type", "invoice"}}) {
            write(
                    body,
                    "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + field[0] + "\"\r\n\r\n" + field[1]
                            + "\r\n");
        }
        write(
                body,
                "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name
                        + "\"\r\n\r\n");
        body.writeBytes(file);
        write(body, "\r\n--" + BOUNDARY + "--\r\n");
        return found(
                ID,
                send(request("/api/sheets")
                        .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                        .POST(BodyPublishers.ofByteArray(body.toByteArray()))));
    }

    private static void write(ByteArrayOutputStream body, String text) {
        body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The p99 of loading the sheet's pages, in milliseconds. */
    double slowestPages(String id, int rows, int looks) {
        List<Double> millis = new ArrayList<>();
        for (int i = -looks / 10; i < looks; i++) {
            int after = (int) ((i + (long) looks) * 7_919L % rows);
            String path = "/desk/sheets/" + id + (i % 2 == 0 ? "?after=" + after : "?state=Pending&after=" + after);
            long start = System.nanoTime();
            String page = send(request(path).header("Accept", "text/html").GET());
            if (i >= 0) {
                millis.add((System.nanoTime() - start) / 1e6);
            }
            if (!page.contains("</table>")) {
                throw new MeasuringException("the page of the sheet has no table", null);
            }
        }
        return Measurement.of(millis).percentile(0.99);
    }

    /** Documents per second from a sheet that begins with this number, from the confirmation until all are created. */
    double documentsPerSecond(int first, int documents) {
        String id = bring(SampleSheet.csv(first, documents), "sent.csv");
        long before = created();
        long start = System.nanoTime();
        send(request("/api/sheets/" + id + "/confirm").POST(BodyPublishers.noBody()));
        while (!found(UNDER_WAY, send(request("/api/sheets/" + id).GET())).equals("0")) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        long created = created() - before;
        if (created != documents) {
            throw new MeasuringException(created + " documents were created instead of " + documents, null);
        }
        return documents / seconds;
    }

    private long created() {
        return sandbox.created().get("invoice") instanceof Long created ? created : 0;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.address() + path))
                .timeout(LIMIT)
                .header("Authorization", "Bearer " + TOKEN);
    }

    private String send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
            if (answer.statusCode() >= 300) {
                throw new MeasuringException("the server answered " + answer.statusCode() + ": " + answer.body(), null);
            }
            return answer.body();
        } catch (IOException | InterruptedException e) {
            throw new MeasuringException("the server did not answer: " + e, e);
        }
    }

    private static String found(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new MeasuringException("unexpected response of the server: " + text, null);
        }
        return matcher.group(1);
    }

    @Override
    public void close() {
        server.close();
        sandbox.close();
    }
}
