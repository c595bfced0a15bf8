package dev.oncemore.observe.report;

import dev.oncemore.http.client.RetryingHttpClient;
import dev.oncemore.internal.RateLimitedLogger;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.Durations;
import dev.oncemore.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends the report of a window to an Oncemore server, once a minute, for its console and its API.
 *
 * <pre>{@code
 * ReportWindow window = ReportWindow.over(Duration.ofHours(1));
 * ReportSender sender = ReportSender.to(URI.create("https://oncemore.example.com"), token, "shop on node-1", window);
 * }</pre>
 *
 * <p>It needs no thread of its own, and sends one report at a time. If that fails, it waits longer each time, up to a
 * quarter of an hour, and logs it once; reports are not kept, since the next one replaces the last. A report with more
 * than the server keeps is reduced to the busiest dependencies. Close it before the window.
 */
public final class ReportSender implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.oncemore.observe");

    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final Duration INTERVAL_MIN = Duration.ofSeconds(1);
    private static final Duration PAUSE_MAX = Duration.ofMinutes(15);
    private static final Duration CONNECT_AT_MOST = Duration.ofSeconds(5);
    private static final Duration ANSWER_AT_MOST = Duration.ofSeconds(10);
    private static final int SOURCE_LENGTH_MAX = 100;
    private static final int DEPENDENCIES_MAX = 60;
    private static final int LENGTH_MAX = 20_000;
    private static final int DOUBLINGS_MAX = 20;
    /** Without a key: the server keeps the last report only, so one that was lost is made up for by the next. */
    private static final RetryPolicy POLICY = RetryPolicy.named("reports")
            .maxAttempts(2)
            .backoff(Backoff.exponential(Duration.ofSeconds(1)))
            .attemptTimeout(ANSWER_AT_MOST)
            .deadline(ANSWER_AT_MOST.multipliedBy(3))
            .build();

    private final ReportWindow window;
    private final String source;
    private final Duration interval;
    private final Time time;
    private final Function<String, CompletableFuture<Integer>> transport;
    private final String server;
    private final RateLimitedLogger warnings;
    private Time.@Nullable Alarm next;
    private int failures;
    private boolean closed;

    private ReportSender(
            ReportWindow window,
            String source,
            Duration interval,
            Time time,
            String server,
            Function<String, CompletableFuture<Integer>> transport) {
        if (source.isBlank() || source.length() > SOURCE_LENGTH_MAX) {
            throw new IllegalArgumentException("source must have 1 to " + SOURCE_LENGTH_MAX
                    + " characters, the application and its node, but is '" + source + "'");
        }
        if (interval.compareTo(INTERVAL_MIN) < 0 || interval.compareTo(PAUSE_MAX) > 0) {
            throw new IllegalArgumentException("interval must be between " + Durations.format(INTERVAL_MIN) + " and "
                    + Durations.format(PAUSE_MAX) + ", but is " + Durations.format(interval));
        }
        this.window = window;
        this.source = source;
        this.interval = interval;
        this.time = time;
        this.server = server;
        this.transport = transport;
        warnings = new RateLimitedLogger(LOG, time);
    }

    /**
     * Starts to send reports once a minute.
     *
     * @param server the address of the server, such as {@code https://oncemore.example.com}
     * @param token an access token of the server with the role {@code staff}; it is never logged
     * @param source the application and its node, up to 100 characters; the server keeps the last report of each
     * @param window the window to report
     */
    public static ReportSender to(URI server, String token, String source, ReportWindow window) {
        return to(server, token, source, window, INTERVAL);
    }

    /** As {@link #to(URI, String, String, ReportWindow)}, with your own interval, 1 s to 15 min. */
    public static ReportSender to(URI server, String token, String source, ReportWindow window, Duration interval) {
        if (!("https".equals(server.getScheme()) || "http".equals(server.getScheme())) || server.getHost() == null) {
            throw new IllegalArgumentException(
                    "the server's address must start with https:// or http:// and have a host, but is " + server);
        }
        HttpClient client = RetryingHttpClient.around(
                HttpClient.newBuilder()
                        .connectTimeout(CONNECT_AT_MOST)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .build(),
                POLICY);
        URI reports = URI.create(server.toString().replaceAll("/+$", "") + "/api/reports");
        HttpRequest.Builder request = HttpRequest.newBuilder(reports)
                .timeout(ANSWER_AT_MOST)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json; charset=utf-8");
        return started(
                window,
                source,
                interval,
                Time.system(),
                server.getHost(),
                json -> client.sendAsync(
                                request.copy()
                                        .POST(BodyPublishers.ofString(json))
                                        .build(),
                                BodyHandlers.discarding())
                        .thenApply(response -> response.statusCode()));
    }

    /** Starts to send reports through this transport, which answers with the HTTP status. */
    static ReportSender started(
            ReportWindow window,
            String source,
            Duration interval,
            Time time,
            String server,
            Function<String, CompletableFuture<Integer>> transport) {
        ReportSender sender = new ReportSender(window, source, interval, time, server, transport);
        sender.awaitNext();
        return sender;
    }

    /** Sends the report now, beside the timer; the future is true if the server has it, and never fails. */
    public CompletableFuture<Boolean> send() {
        CompletableFuture<Integer> answer;
        try {
            answer = transport.apply(bounded());
        } catch (RuntimeException | Error e) {
            answer = CompletableFuture.failedFuture(e);
        }
        return answer.handle((status, failure) -> {
            boolean accepted = status != null && status >= 200 && status < 300;
            if (accepted) {
                warnings.recovered("reports reach " + server + " again");
            } else {
                String why = status == null
                        ? "no answer; is the server running there?"
                        : "HTTP " + status + "; check its address, and the token and its role";
                warnings.log(Level.WARNING, why, "reports do not reach " + server + ": " + why, failure);
            }
            return accepted;
        });
    }

    /** The report as far as the server keeps it. */
    private String bounded() {
        RetryReport report = window.report();
        int most = DEPENDENCIES_MAX;
        String json = report.busiest(most).json(source);
        while (json.length() > LENGTH_MAX && most > 0) {
            most /= 2;
            json = report.busiest(most).json(source);
        }
        return json;
    }

    private synchronized void awaitNext() {
        if (!closed) {
            Duration pause = interval.multipliedBy(1L << Math.min(failures, DOUBLINGS_MAX));
            Duration bounded = failures > 0 && pause.compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : pause;
            next = time.alarm(bounded.toNanos(), this::sendAndAwaitNext);
        }
    }

    private void sendAndAwaitNext() {
        CompletableFuture<Void> unused = send().thenAccept(accepted -> {
            synchronized (this) {
                failures = accepted ? 0 : failures + 1;
            }
            awaitNext();
        });
    }

    /** Ends the sending. A report that is under way still arrives. */
    @Override
    public synchronized void close() {
        closed = true;
        if (next != null) {
            next.cancel();
        }
    }
}
