package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.PolicyFinding;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FindingsTest {
    private final List<String> log = new ArrayList<>();

    @Test
    void aPolicySaysWhatIsQuestionable() {
        RetryPolicy policy = RetryPolicy.named("payments")
                .maxAttempts(6)
                .backoff(Backoff.fixed(Duration.ofSeconds(2)).noJitter())
                .deadline(Duration.ofSeconds(8))
                .build();

        // snippet: findings
        for (PolicyFinding finding : policy.findings()) {
            log.add(finding.code() + ": " + finding.sentence());
        }
        // end

        assertThat(log)
                .containsExactly(
                        "ATTEMPTS_BEYOND_DEADLINE: attempt 5 of 6 never runs: the delays before it take at least 8 s, and"
                                + " the deadline is 8 s; allow fewer attempts or set a longer deadline",
                        "NO_JITTER: callers that fail together retry together, 2 s later; use fullJitter()");
    }
}
