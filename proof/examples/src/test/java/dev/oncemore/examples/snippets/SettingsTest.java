package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.retry.policy.RetryPolicy;
import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SettingsTest {
    @Test
    void fromAMap() {
        // snippet: map
        Map<String, Object> settings = Map.of(
                "max-attempts",
                4,
                "backoff",
                Map.of("base", "100ms", "cap", "2s", "jitter", "full"),
                "attempt-timeout",
                "350ms",
                "deadline",
                "800ms",
                "breaker",
                Map.of("failures", 5, "cool-down", "30s"),
                "classify",
                Map.of("transient", List.of("com.acme.BankClosedException")));
        RetryPolicy policy = RetryPolicy.from("payments", settings);
        // end

        assertThat(policy.maxAttempts()).isEqualTo(4);
        assertThat(RetryPolicy.from("payments", policy.toMap())).isEqualTo(policy);
    }

    @Test
    void fromProperties() throws IOException {
        String file = """
                max-attempts = 4
                backoff.base = 100ms
                backoff.cap = 2s
                deadline = 800ms
                """;

        // snippet: properties
        Properties properties = new Properties();
        properties.load(new StringReader(file));
        Map<String, String> settings = properties.stringPropertyNames().stream()
                .collect(Collectors.toMap(key -> key, properties::getProperty));
        RetryPolicy policy = RetryPolicy.from("payments", settings);
        // end

        assertThat(policy.deadline()).contains(Duration.ofMillis(800));
    }

    @Test
    void aWrongValueIsRefused() {
        String message = "policy 'payments', deadline: '2 parsecs' is not a duration;"
                + " write for example 250ms, 1.5s, 5min, 1h or 7d";

        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryPolicy.from("payments", Map.of("deadline", "2 parsecs")))
                .withMessage(message);
        assertThat(Document.words("docs/guide-retry.md")).contains(message);
    }
}
