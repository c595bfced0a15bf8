package dev.oncemore.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Engines by name out of one map. */
class RetriesTest {
    private static final Map<String, Object> BANK =
            Map.of("preset", "api", "attempt-timeout", "500ms", "deadline", "2s", "breaker", Map.of("failures", 5));

    @Test
    void anEntryIsAPresetWithOverrides() {
        Retries retries = Retries.from(Map.of("bank", BANK));

        RetryPolicy bank = retries.get("bank").policy();
        assertThat(bank.name()).isEqualTo("bank");
        assertThat(bank.maxAttempts()).isEqualTo(RetryPolicy.preset("api").maxAttempts());
        assertThat(bank.attemptTimeout()).contains(Duration.ofMillis(500));
        assertThat(bank.deadline()).contains(Duration.ofSeconds(2));
        assertThat(bank.breaker()).contains(Breaker.failures(5));
        assertThat(retries.get("bank")).as("made once, and kept").isSameAs(retries.get("bank"));
    }

    @Test
    void dottedKeysAreTheSame() {
        Map<String, String> properties = Map.of(
                "bank.preset", "api",
                "bank.attempt-timeout", "500ms",
                "bank.deadline", "2s",
                "bank.breaker.failures", "5",
                "mail.preset", "documents");

        Retries retries = Retries.from(properties);

        assertThat(retries.names()).containsExactlyInAnyOrder("bank", "mail");
        assertThat(retries.get("bank").policy())
                .isEqualTo(Retries.from(Map.of("bank", BANK)).get("bank").policy());
    }

    @Test
    void anUnknownNameIsRefusedWithThoseThatExist() {
        Map<String, Object> policies = new LinkedHashMap<>();
        policies.put("bank", BANK);
        policies.put("mail", Map.of());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retries.from(policies).get("bnak"))
                .withMessage("there is no engine 'bnak'; there are bank, mail");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retries.from(Map.of()).get("bank"))
                .withMessage("there is no engine 'bank'; there are none");
    }

    @Test
    void aWrongEntryIsRefusedWithItsNameKeyValueAndWhatIsAllowed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retries.from(Map.of("bank", Map.of("deadline", "2 parsecs"))))
                .withMessage("policy 'bank', deadline: '2 parsecs' is not a duration; write for example 250ms, 1.5s,"
                        + " 5min, 1h or 7d");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retries.from(Map.of("bank", Map.of("breaker", Map.of("falures", 5, "failures", 5)))))
                .withMessageStartingWith(
                        "policy 'bank', breaker.falures: there is no such setting; the settings here are")
                .withMessageContaining("failures");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retries.from(Map.of("bank", Map.of("preset", "apii"))))
                .withMessageStartingWith("policy 'bank', preset: there is no preset 'apii'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retries.from(Map.of("bank", "api")))
                .withMessage(
                        "policy 'bank': 'api' is not a section; give it keys of its own, for example {preset: api}");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retries.from(Collections.singletonMap("bank", null)))
                .withMessage("policy 'bank': is not a section; give it keys of its own, for example {preset: api}");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retries.from(Map.of("bank", Map.of("deadline", "2s"), "bank.deadline", "3s")))
                .withMessageStartingWith("policy 'bank', deadline: '")
                .withMessageEndingWith("' is set twice");
    }

    @Test
    void listenerAndTimeAreGivenToAllEngines() throws Exception {
        VirtualTime time = new VirtualTime();
        List<String> heard = new ArrayList<>();
        Retries retries = Retries.from(
                Map.of("bank", Map.of("max-attempts", 2), "mail", Map.of("max-attempts", 2)),
                engine -> engine.virtualTime(time).listener(event -> heard.add(event.policy())));

        for (String name : List.of("bank", "mail")) {
            retries.get(name).tryRun(Safety.undeclared(), () -> {
                throw Failure.passing("down");
            });
        }

        assertThat(time.sleeps()).hasSize(2);
        assertThat(heard).contains("bank", "mail");
    }

    @Test
    void theStatusOfAllIsInOnePlace() {
        Retries retries = Retries.from(Map.of("bank", BANK, "mail", Map.of()));

        assertThat(retries.status()).containsOnlyKeys("bank", "mail");
        assertThat(retries.status().get("bank").breaker()).isEqualTo(BreakerMode.CLOSED);
        assertThat(retries.status().get("mail").breaker()).isNull();
    }

    @Test
    void policiesWrittenInCodeWorkToo_butNotTwoOfOneName() {
        RetryPolicy bank = RetryPolicy.preset("api").renamed("bank");
        assertThat(Retries.of(List.of(bank), engine -> {}).get("bank").policy()).isEqualTo(bank);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retries.of(List.of(bank, bank), engine -> {}))
                .withMessage("there are two policies 'bank'");
    }

    @Test
    void thereAreAtMostAThousand() {
        Map<String, Object> many = IntStream.rangeClosed(0, 1_000)
                .boxed()
                .collect(Collectors.toMap(number -> "engine" + number, number -> Map.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retries.from(many))
                .withMessage("there may be at most 1000 engines, but there are 1001");
    }
}
