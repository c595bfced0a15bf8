package dev.oncemore.examples.snippets;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.retry.BreakerMode;
import dev.oncemore.retry.GaveUp;
import dev.oncemore.retry.Retries;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.retry.RetryStatus;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.StopReason;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.RateLimiter;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PartsTest {
    private final VirtualTime time = new VirtualTime();
    private final List<String> log = new ArrayList<>();

    @Test
    void rateLimiter() {
        // snippet: rate-limiter
        RetryPolicy policy = RetryPolicy.named("bank")
                .rateLimiter(RateLimiter.calls(100, ofSeconds(1)).queueTimeout(ofMillis(200)))
                .build();
        // end

        Retry retry = Retry.builder(policy).virtualTime(time).build();
        for (int i = 0; i < 100; i++) {
            assertThat(retry.call(() -> "ok")).isEqualTo("ok");
        }
        StopReason reason = retry.tryCall(() -> "ok").fold(success -> null, GaveUp::reason);
        assertThat(reason).isEqualTo(StopReason.RATE_LIMITER);
    }

    @Test
    void byHand() {
        Retry bank =
                Retry.of(RetryPolicy.named("bank").breaker(Breaker.failures(5)).build());

        // snippet: breaker-switch
        bank.breaker().forceOpen(By.person("ann", "the bank is down for maintenance until 6"));
        bank.breaker().close(By.person("ann", "maintenance is over"));
        // end

        assertThat(bank.status().breaker()).isEqualTo(BreakerMode.CLOSED);
    }

    @Test
    void fallback() throws IOException {
        Retry rates = Retry.builder(RetryPolicy.preset("api")).virtualTime(time).build();
        String yesterday = "1.08";

        // snippet: fallback
        String rate = rates.callOrElse(Safety.readOnly(), () -> fetch("EUR"), gaveUp -> {
            log.add("yesterday's rate, because " + gaveUp.message());
            return yesterday;
        });
        // end

        assertThat(rate).isEqualTo(yesterday);
        assertThat(log).singleElement().asString().contains("gave up after 5 of 5 attempts");
    }

    private static String fetch(String currency) throws IOException {
        throw new ConnectException("no " + currency + " today");
    }

    @Test
    void inTheBackground() throws Exception {
        Retry rates = Retry.preset("api");

        // snippet: run-async
        CompletableFuture<Void> published = rates.runAsync(Safety.idempotent(), () -> publish("1.09"));
        // end

        assertThat(published.get(30, TimeUnit.SECONDS)).isNull();
        assertThat(log).containsExactly("1.09");
    }

    private void publish(String rate) throws IOException {
        log.add(rate);
    }

    @Test
    void byName() {
        RetryListener telemetry = event -> log.add(event.policy());

        // snippet: registry
        Map<String, Object> settings = Map.of( // as read from YAML
                "bank", Map.of("preset", "api", "deadline", "2s", "breaker", Map.of("failures", 5)),
                "mail", Map.of("preset", "documents"));
        Retries retries = Retries.from(settings, engine -> engine.listener(telemetry));

        Retry bank = retries.get("bank");
        Map<String, RetryStatus> status = retries.status(); // for a health check
        // end

        assertThat(bank.policy().deadline()).contains(ofSeconds(2));
        assertThat(status).containsOnlyKeys("bank", "mail");
    }
}
