package dev.oncemore.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.observe.log.JsonLines;
import dev.oncemore.observe.metrics.Meters;
import dev.oncemore.retry.CallResult;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.RateLimiter;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A breaker that a person opened, and a rate limit, as telemetry shows them. */
class BreakerSwitchTelemetryTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final VirtualTime time = new VirtualTime();

    private Retry engine(RetryPolicy.Builder policy, RetryListener listener) {
        return Retry.builder(policy.build())
                .virtualTime(time)
                .listener(listener)
                .build();
    }

    private double state(String state) {
        return registry.get("breaker.state").tags("state", state).gauge().value();
    }

    @Test
    void theGaugeShowsThatItIsForcedOpen() {
        RetryPolicy.Builder policy = RetryPolicy.named("bank").breaker(Breaker.failures(1));
        Retry bank = engine(policy, Meters.on(registry));
        assertThat(state("forced_open")).isZero();

        bank.breaker().forceOpen(By.person("ann", "maintenance"));
        assertThat(state("forced_open")).isEqualTo(1);
        assertThat(state("open")).isZero();
        assertThat(state("closed")).isZero();

        bank.breaker().close(By.person("ann", "over"));
        assertThat(state("closed")).isEqualTo(1);
    }

    @Test
    void theLineSaysWhoOpenedItAndWhy() {
        List<String> lines = new ArrayList<>();
        Retry bank = engine(RetryPolicy.named("bank").breaker(Breaker.failures(1)), JsonLines.to(lines::add));
        bank.breaker().forceOpen(By.person("ann", "maintenance"));

        assertThat(lines)
                .singleElement()
                .asString()
                .contains(
                        "\"event\":\"dependency_breaker_changed\"",
                        "\"to\":\"FORCED_OPEN\"",
                        "\"by\":\"ann\"",
                        "\"why\":\"maintenance\"");
    }

    @Test
    void aCallOverTheRateIsATimeoutInTheQueue() {
        Retry bank = engine(
                RetryPolicy.named("bank").rateLimiter(RateLimiter.calls(1, Duration.ofSeconds(1))),
                Meters.on(registry));
        bank.call(() -> "ok");
        assertThat(bank.tryCall(() -> "never")).isInstanceOf(CallResult.Failure.class);

        assertThat(registry.get("dependency.timeouts").counters())
                .filteredOn(counter -> counter.getId().getTags().stream()
                        .anyMatch(tag -> tag.getValue().equals("queue")))
                .singleElement()
                .satisfies(counter -> assertThat(counter.count()).isEqualTo(1));
    }
}
