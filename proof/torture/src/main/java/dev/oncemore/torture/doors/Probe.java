package dev.oncemore.torture.doors;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Somebody who goes on with their work meanwhile. A 429 or 503 with advice is tried again, as the clients of people do. */
final class Probe {
    private static final int TRIES_MAX = 20;
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int SAMPLES_MAX = 1_000_000;
    private static final int UNANSWERED_SHOWN = 5;

    private final String name;
    private final Duration pause;
    private final HttpRequest request;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(LIMIT).build();
    private long[] nanos = new long[1_024];
    private int count;
    private int retried;
    private final List<String> unanswered = new ArrayList<>();

    private Probe(String name, Duration pause, HttpRequest request) {
        this.name = name;
        this.pause = pause;
        this.request = request;
    }

    static Probe get(String name, Duration pause, URI address, @Nullable String token) {
        return new Probe(name, pause, request(address, token).build());
    }

    static Probe post(String name, Duration pause, URI address, String token, String type, byte[] body) {
        return new Probe(
                name,
                pause,
                request(address, token)
                        .header("Content-Type", type)
                        .POST(BodyPublishers.ofByteArray(body))
                        .build());
    }

    private static HttpRequest.Builder request(URI address, @Nullable String token) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address).timeout(LIMIT);
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    Duration pause() {
        return pause;
    }

    void ask() throws InterruptedException {
        String last = "";
        for (int i = 0; i < TRIES_MAX; i++) {
            long begin = System.nanoTime();
            try {
                int status = client.send(request, BodyHandlers.discarding()).statusCode();
                if (status < 300) {
                    add(System.nanoTime() - begin);
                    return;
                }
                last = "status " + status;
                if (status != 429 && status != 503) {
                    break;
                }
                retried++;
            } catch (IOException e) {
                last = e.toString();
                break;
            }
            Pauses.pause(Duration.ofMillis(500));
        }
        if (unanswered.size() < UNANSWERED_SHOWN) {
            unanswered.add(name + ": " + last);
        }
    }

    /** Synchronized, since progress is shown while it measures. */
    private synchronized void add(long took) {
        if (count == nanos.length && count < SAMPLES_MAX) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        if (count < nanos.length) {
            nanos[count++] = took;
        }
    }

    List<String> unanswered() {
        return unanswered;
    }

    synchronized double percentileMillis(double share) {
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return count == 0
                ? Double.POSITIVE_INFINITY
                : sorted[(int) Math.min(count - 1, Math.ceil(share * count))] / 1e6;
    }

    synchronized String summary() {
        return String.format(
                Locale.ROOT,
                "%s: %,d answered, p50 %.1f ms, p99 %.1f ms, max %.1f ms; %,d tried again",
                name,
                count,
                percentileMillis(0.5),
                percentileMillis(0.99),
                percentileMillis(1),
                retried);
    }
}
