package dev.oncemore.bench.desk;

import dev.oncemore.bench.measure.CpuTime;
import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.server.ServerProcess;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
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
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A complete server on SQLite, as users start it, called over HTTP. The sandbox that it sends to answers at once and runs in this
 * process, so that its CPU time is not counted as the server's.
 */
final class DeskVisit implements AutoCloseable {
    private static final String BOUNDARY = "x-bench-boundary-x";
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
    private static final Pattern UNDER_WAY = Pattern.compile("\"underWay\":(\\d+)");
    private static final long PAUSE_NANOS = Duration.ofMillis(50).toNanos();
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final HttpClient client = HttpClient.newHttpClient();
    private final Sandbox sandbox = Sandbox.start(SandboxSettings.standard());
    private final ServerProcess server;

    DeskVisit(Path data) {
        this.server = ServerProcess.startWithDesk(data, sandbox.address());
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
        for (int i = -looks / 2; i < looks; i++) {
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

    /**
     * What sending a sheet took.
     *
     * @param perSecond documents per second, from the confirmation until all rows have ended
     * @param serverMillis CPU time of the server for a document
     * @param otherMillis CPU time of the sandbox and of this client for a document
     */
    record Sent(double perSecond, double serverMillis, double otherMillis) {}

    /** Sends a sheet of documents from this number on. */
    Sent send(int first, int documents) {
        String id = bring(SampleSheet.csv(first, documents), "sent.csv");
        long before = created();
        Duration serverBefore = server.cpuTime();
        CpuTime ownBefore = CpuTime.now();
        long start = System.nanoTime();
        send(request("/api/sheets/" + id + "/confirm").POST(BodyPublishers.noBody()));
        // The sandbox is asked first: to count the rows of a sheet is work of the server, which is not to be measured
        // here.
        while (created() - before < documents && System.nanoTime() - start < LIMIT.toNanos()) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        while (!found(UNDER_WAY, send(request("/api/sheets/" + id).GET())).equals("0")) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        double serverNanos = server.cpuTime().minus(serverBefore).toNanos();
        double ownNanos = CpuTime.now().since(ownBefore).ownNanos();
        long created = created() - before;
        if (created != documents) {
            throw new MeasuringException(created + " documents were created instead of " + documents, null);
        }
        return new Sent(documents / seconds, serverNanos / documents / 1e6, ownNanos / documents / 1e6);
    }

    private long created() {
        return sandbox.created().get("invoice") instanceof Long created ? created : 0;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.address() + path))
                .timeout(LIMIT)
                .header("Authorization", "Bearer " + ServerProcess.TOKEN);
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
