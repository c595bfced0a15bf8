package dev.oncemore.examples.cases;

import dev.oncemore.http.RetryHeaders;
import dev.oncemore.http.client.RetryingHttpClient;
import dev.oncemore.observe.Telemetry;
import dev.oncemore.observe.report.ReportWindow;
import dev.oncemore.observe.report.RetryReport;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.RetryBudget;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.testkit.net.FaultProxy;
import dev.oncemore.testkit.net.NetworkFault;
import dev.oncemore.testkit.net.Strike;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/** A client of the service, with and without retries, and the network between them, which fails on request. */
final class CaseClient implements AutoCloseable {
    /** Everything switched on: time limits, jitter, budget and breaker. */
    static final RetryPolicy POLICY = RetryPolicy.named("case-service")
            .maxAttempts(4)
            .backoff(Backoff.exponential(Duration.ofMillis(50))
                    .cap(Duration.ofMillis(500))
                    .fullJitter())
            .attemptTimeout(Duration.ofSeconds(2))
            .deadline(Duration.ofSeconds(10))
            .budget(RetryBudget.ratio(0.5))
            .breaker(Breaker.failureRate(0.8).over(Duration.ofSeconds(10)).coolDown(Duration.ofSeconds(2)))
            .build();

    /** A planned fault belongs to the next request: one walk at a time plans and sends. */
    private final ReentrantLock turn = new ReentrantLock();

    private final FaultProxy network;
    private final URI cases;
    private final ReportWindow report = ReportWindow.over(Duration.ofHours(1));
    private final HttpClient retrying;
    private final HttpClient single;

    CaseClient(int servicePort, Telemetry meters, CaseMeters caseMeters) throws IOException {
        network = FaultProxy.to(servicePort);
        cases = URI.create("http://127.0.0.1:" + network.port() + "/cases");
        // The network sees requests and responses one after the other, which HTTP/2 would not keep.
        HttpClient jdk = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(2))
                .build();
        retrying = RetryingHttpClient.builder(jdk, POLICY)
                .listener(Telemetry.of(meters, caseMeters, report))
                .build();
        single = RetryingHttpClient.builder(
                        jdk,
                        POLICY.renamed("case-service-once").toBuilder()
                                .maxAttempts(1)
                                .attemptTimeout(Duration.ofSeconds(10))
                                .build())
                .listener(Telemetry.of(meters, caseMeters))
                .build();
    }

    /** Waits for the turn of this thread to plan faults and send. */
    void lock() throws InterruptedException {
        turn.lockInterruptibly();
    }

    void unlock() {
        turn.unlock();
    }

    /** Plans a fault for the next request. */
    Strike plan(NetworkFault fault) {
        return network.next(fault);
    }

    /** Creates a case, with retries. */
    HttpResponse<String> create(String key, String title) throws IOException, InterruptedException {
        return retrying.send(request(key, title), BodyHandlers.ofString());
    }

    /** Creates a case with a single attempt. */
    HttpResponse<String> createOnce(String key, String title) throws IOException, InterruptedException {
        return single.send(request(key, title), BodyHandlers.ofString());
    }

    /** What retries were worth so far: the calls of {@link #create}. */
    RetryReport.Line worth() {
        return report.report().total();
    }

    private HttpRequest request(String key, String title) {
        return HttpRequest.newBuilder(cases)
                .header("Content-Type", "application/json")
                .header(RetryHeaders.IDEMPOTENCY_KEY, RetryHeaders.key(key))
                .POST(HttpRequest.BodyPublishers.ofString("{\"title\": \"" + title + "\"}"))
                .build();
    }

    @Override
    public void close() {
        report.close();
        network.close();
    }
}
