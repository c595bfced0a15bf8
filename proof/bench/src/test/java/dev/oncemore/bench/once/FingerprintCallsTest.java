package dev.oncemore.bench.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.bench.measure.Microbenchmark;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FingerprintCallsTest {

    @Test
    void eachSubjectMakesAFingerprintOfTheSameJson() throws Exception {
        FingerprintCalls calls = new FingerprintCalls();
        for (Microbenchmark benchmark : FingerprintCalls.benchmarks()) {
            assertThat(FingerprintCalls.class.getMethod(benchmark.method()).invoke(calls))
                    .isNotNull();
        }
    }

    @Test
    void theJsonIsAsLargeAsTheCaseSays() {
        byte[] json = FingerprintCalls.json(100_000);

        assertThat(json.length).isBetween(95_000, 105_000);
        assertThat(new String(json, StandardCharsets.UTF_8))
                .startsWith("{\"order\"")
                .endsWith("\"acme\"}");
    }
}
