package dev.oncemore.observe.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.observe.Warnings;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportSenderTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final VirtualTime time = new VirtualTime();
    private final ReportWindow window = ReportWindow.over(Duration.ofHours(1), time);
    private final Warnings log = new Warnings();
    private final List<String> sent = new ArrayList<>();
    private CompletableFuture<Integer> answer = CompletableFuture.completedFuture(201);
    private final ReportSender sender =
            ReportSender.started(window, "shop on n1", MINUTE, time, "example.com", json -> {
                sent.add(json);
                return answer;
            });

    @AfterEach
    void close() {
        log.close();
    }

    private Retry engine(String name) {
        return Retry.builder(RetryPolicy.named(name)
                        .maxAttempts(1)
                        .breaker(Breaker.failures(1))
                        .build())
                .virtualTime(time)
                .listener(window)
                .build();
    }

    @Test
    void aReportIsSentEachMinute_withItsSource_percentilesAndEngines() {
        Retry bank = engine("bank");
        bank.tryCall(() -> {
            time.sleep(Duration.ofMillis(100).toNanos());
            throw new java.net.ConnectException("refused");
        });
        time.advance(MINUTE.multipliedBy(3));

        assertThat(sent).hasSize(3);
        JsonNode report = JsonMapper.shared().readTree(sent.get(0));
        assertThat(report.path("source").asString()).isEqualTo("shop on n1");
        assertThat(report.path("dependencies").path(0).path("p99Ms").asDouble()).isBetween(100.0, 125.0);
        assertThat(report.path("engines").path(0).path("policy").asString()).isEqualTo("bank");
        assertThat(report.path("engines").path(0).path("breaker").asString()).isEqualTo("OPEN");
        assertThat(report.path("engines").path(0).path("budgetRemaining").isIntegralNumber())
                .isTrue();
        assertThat(log.told).isEmpty();
        assertThat(bank.status()).isNotNull();
    }

    @Test
    void aServerThatDoesNotAnswerIsAskedLessAndLessOften_andToldOnce() {
        answer = CompletableFuture.failedFuture(new IOException("refused"));
        time.advance(MINUTE.multipliedBy(31)); // after 1, 2, 4, 8, 15 (at most) … minutes

        assertThat(sent).hasSize(5);
        assertThat(log.told.get(0))
                .isEqualTo("reports do not reach example.com: no answer; is the server running there? *");
        assertThat(log.told.stream().filter(line -> line.endsWith("*"))).hasSize(1);

        answer = CompletableFuture.completedFuture(201);
        time.advance(MINUTE.multipliedBy(16));
        assertThat(log.told).last().isEqualTo("reports reach example.com again");
        int before = sent.size();
        time.advance(MINUTE.multipliedBy(2));
        assertThat(sent).hasSize(before + 2);
    }

    @Test
    void aRefusalIsToldWithItsStatus() {
        answer = CompletableFuture.completedFuture(401);

        assertThat(sender.send()).isCompletedWithValue(false);
        assertThat(log.told)
                .containsExactly(
                        "reports do not reach example.com: HTTP 401; check its address, and the token and its role");
    }

    @Test
    void oneReportIsUnderWayAtATime() {
        answer = new CompletableFuture<>();
        time.advance(MINUTE.multipliedBy(10));
        assertThat(sent).hasSize(1);

        answer.complete(201);
        answer = CompletableFuture.completedFuture(201);
        time.advance(MINUTE);
        assertThat(sent).hasSize(2);
    }

    @Test
    void aReportIsCutToTheBusiestDependencies_sothatTheServerTakesIt() {
        for (int i = 0; i < 150; i++) {
            String name = "dependency-" + i + "-" + "x".repeat(150);
            for (int calls = 0; calls <= i; calls++) {
                window.onFirstTry(name, "default", 1_000_000);
            }
        }
        assertThat(sender.send()).isCompletedWithValue(true);

        assertThat(sent.get(0).length()).isLessThanOrEqualTo(20_000);
        JsonNode report = JsonMapper.shared().readTree(sent.get(0));
        assertThat(report.path("dependencies").size()).isBetween(15, 60);
        assertThat(sent.get(0)).contains("dependency-149-").doesNotContain("dependency-0-");
        assertThat(report.path("total").path("calls").asLong()).isEqualTo(150 * 151 / 2);
    }

    @Test
    void nothingIsSentAfterClose() {
        sender.close();
        time.advance(MINUTE.multipliedBy(5));

        assertThat(sent).isEmpty();
    }

    @Test
    void settingsThatCannotWorkAreRefused() {
        URI server = URI.create("https://oncemore.example.com");
        assertThatIllegalArgumentException().isThrownBy(() -> ReportSender.to(server, "t", " ", window));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReportSender.to(server, "t", "shop", window, Duration.ofMillis(1)))
                .withMessage("interval must be between 1 s and 15 min, but is 1 ms");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReportSender.to(URI.create("ftp://example.com"), "t", "shop", window))
                .withMessageContaining("https://");
    }
}
