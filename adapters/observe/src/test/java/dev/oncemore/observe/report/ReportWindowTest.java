package dev.oncemore.observe.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportWindowTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final VirtualTime time = new VirtualTime();
    private final ReportWindow window = ReportWindow.over(HOUR, time);
    private final Retry bank = engine("bank");

    private Retry engine(String name) {
        return Retry.builder(RetryPolicy.named(name)
                        .maxAttempts(3)
                        .backoff(Backoff.fixed(Duration.ofSeconds(2)).noJitter())
                        .build())
                .virtualTime(time)
                .listener(window)
                .build();
    }

    private static final class Throttled extends Exception implements Classified {
        private static final long serialVersionUID = 1;

        @Override
        public Classification classification() {
            return Classification.throttled("HTTP 429");
        }
    }

    /** A call whose first attempts are throttled, each after a second. */
    private void call(Retry retry, int failures) {
        retry.tryAttempt(attempt -> {
            time.sleep(Duration.ofSeconds(1).toNanos());
            if (attempt.number() <= failures) {
                throw new Throttled();
            }
            return "done";
        });
    }

    @Test
    void percentilesAreThoseOfAllCalls_aQuarterTooHighAtMost() {
        for (int i = 1; i <= 100; i++) {
            window.onFirstTry("bank", "default", Duration.ofMillis(i).toNanos());
        }

        RetryReport.Line bankLine = window.report().dependencies().get(0);
        assertThat(bankLine.p50()).isBetween(Duration.ofMillis(50), Duration.ofMillis(63));
        assertThat(bankLine.p95()).isBetween(Duration.ofMillis(95), Duration.ofMillis(119));
        assertThat(bankLine.p99()).isBetween(Duration.ofMillis(99), Duration.ofMillis(124));
        assertThat(window.report().total().p99()).isEqualTo(bankLine.p99());
    }

    @Test
    void percentilesIncludeRetriedAndFailedCalls_andForgetWhatLeftTheWindow() {
        call(bank, 1); // 4 s
        call(bank, 9); // 7 s
        assertThat(window.report().total().p50()).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(5));
        assertThat(window.report().total().p99()).isBetween(Duration.ofSeconds(7), Duration.ofSeconds(9));

        time.advance(HOUR.multipliedBy(2));
        assertThat(window.report().total().p99()).isZero();
        assertThat(window.report().toJson()).doesNotContain("p99Ms");
    }

    @Test
    void percentilesOfExtremesStayInTheClasses() {
        for (long nanos :
                new long[] {-5, 0, 1, 16_383, 16_384, Duration.ofDays(300).toNanos(), Long.MAX_VALUE}) {
            window.onFirstTry("bank", "default", nanos);
        }

        assertThat(window.report().total().p50()).isBetween(Duration.ofNanos(16_384), Duration.ofNanos(20_480));
        assertThat(window.report().total().p99()).isGreaterThan(Duration.ofHours(2));
    }

    @Test
    void answersTheFourQuestions() {
        call(bank, 0);
        call(bank, 0);
        call(bank, 1); // rescued by the second attempt: 2 s of delay and 1 s of attempt
        call(bank, 3); // in vain: 6 s
        call(engine("mail"), 0);
        Once once = Once.on(new InMemoryRecordStore(), OnceSettings.standard().listener(window));
        for (int i = 0; i < 3; i++) {
            once.operation("pay", String.class)
                    .build()
                    .key("acme", "1")
                    .run(Payload.none(), claim -> "done")
                    .require();
        }
        Outcome<String> ignored = once.operation("pay", String.class)
                .build()
                .key("acme", "1")
                .run(Payload.bytes(new byte[1]), claim -> "done");

        RetryReport report = window.report();
        RetryReport.Line line = report.dependencies().get(0);

        assertThat(line)
                .isEqualTo(new RetryReport.Line(
                        "bank", 4, 2, 1, 3, 2, Duration.ofSeconds(9), 2, line.p50(), line.p95(), line.p99()));
        assertThat(line.rescuedShare()).isEqualTo(0.5);
        assertThat(line.meanLatencyAdded()).isEqualTo(Duration.ofMillis(4_500));
        assertThat(line.overloadShare()).isEqualTo(2 / 3.0);
        assertThat(report.duplicatesHeldBack()).isEqualTo(2);
        assertThat(report.mismatches()).isEqualTo(1);
        assertThat(report.total().calls()).isEqualTo(5);
        assertThat(report.dependencies())
                .extracting(RetryReport.Line::dependency)
                .containsExactly("bank", "mail");
    }

    @Test
    void theSameAsJson() {
        call(bank, 1);
        JsonNode json = JsonMapper.shared().readTree(window.report().toJson());

        assertThat(json.get("windowSeconds").asDouble()).isEqualTo(4);
        assertThat(json.get("duplicatesHeldBack").asLong()).isZero();
        JsonNode line = json.get("dependencies").get(0);
        assertThat(line.get("dependency").asString()).isEqualTo("bank");
        assertThat(line.get("rescuedShare").asDouble()).isEqualTo(1);
        assertThat(line.get("meanLatencyAddedMs").asDouble()).isEqualTo(3_000);
        assertThat(json.get("total").get("retries").asLong()).isEqualTo(1);
    }

    @Test
    void whatIsOlderThanTheWindowIsForgotten() {
        call(bank, 1);
        time.advance(Duration.ofMinutes(30));
        call(bank, 0);
        assertThat(window.report().total().calls()).isEqualTo(2);

        time.advance(Duration.ofMinutes(31));
        assertThat(window.report().total().calls()).isEqualTo(1);
        assertThat(window.report().total().firstFailures()).isZero();
        assertThat(window.report().window()).isBetween(HOUR, HOUR.plusMinutes(1));

        time.advance(HOUR);
        assertThat(window.report().total().calls()).isZero();
    }

    @Test
    void nothingHappened() {
        RetryReport report = window.report();

        assertThat(report.total().rescuedShare()).isZero();
        assertThat(report.total().meanLatencyAdded()).isZero();
        assertThat(JsonMapper.shared().readTree(report.toJson()).get("dependencies"))
                .isEmpty();
    }

    @Test
    void refusesAWindowThatIsTooShortOrTooLong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReportWindow.over(Duration.ofMillis(1), time))
                .withMessage("window must be between 1 s and 31 d, but is 1 ms");
    }
}
