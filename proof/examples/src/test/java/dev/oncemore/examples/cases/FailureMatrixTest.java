package dev.oncemore.examples.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.retry.policy.RetryPolicy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FailureMatrixTest {
    private static final int RETRY = FailureMatrix.COLUMNS.indexOf("retry?");

    private static List<String> row(RetryPolicy policy, String operation, String failure) {
        return FailureMatrix.of(policy).rows().stream()
                .filter(row -> row.get(1).equals(operation) && row.get(2).equals(failure))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aFailureBeforeTheRequestIsRetried_aLostResponseOnlyWithAKey_aRefusalNever() {
        RetryPolicy api = RetryPolicy.preset("api");

        assertThat(row(api, "create (POST)", "connection refused"))
                .endsWith("transient", "yes", "no", "not needed", "yes");
        assertThat(row(api, "create (POST)", "response lost"))
                .endsWith("unknown outcome", "with a key", "no", "required", "no: it may have happened");
        assertThat(row(api, "create (POST)", "no response in time")).contains("with a key", "yes: request");
        assertThat(row(api, "read (GET)", "response lost")).contains("yes", "reads have it");
        assertThat(row(api, "create (POST)", "400 Bad Request")).endsWith("permanent", "no", "no", "–", "no");
        assertThat(row(api, "insert", "deadlock (40P01)")).contains("transient", "yes");
    }

    @Test
    void thePolicysOwnRulesDecide() {
        RetryPolicy strict = RetryPolicy.from(
                "strict", Map.of("classify", Map.of("permanent", List.of("java.net.ConnectException"))));

        assertThat(row(strict, "create (POST)", "connection refused")).contains("permanent", "no");
        assertThat(row(RetryPolicy.preset("api"), "create (POST)", "connection refused"))
                .contains("transient", "yes");
    }

    @Test
    void aPolicyWithOneAttemptRetriesNothing_andAShortDeadlineNotTheHint() {
        RetryPolicy single = RetryPolicy.named("single").maxAttempts(1).build();
        RetryPolicy hasty = RetryPolicy.from("hasty", Map.of("attempt-timeout", "200ms", "deadline", "500ms"));

        assertThat(FailureMatrix.of(single).rows())
                .hasSizeGreaterThanOrEqualTo(20)
                .allSatisfy(row -> assertThat(row.get(RETRY)).isEqualTo("no"));
        assertThat(row(hasty, "create (POST)", "429 Too Many Requests").get(RETRY))
                .isEqualTo("no");
        assertThat(row(hasty, "create (POST)", "503 Service Unavailable").get(RETRY))
                .isEqualTo("yes");
    }

    @Test
    void theTableAndTheCsvHaveTheSameCells() {
        FailureMatrix matrix = FailureMatrix.of(RetryPolicy.preset("api"));

        assertThat(matrix.text().lines()).hasSize(matrix.rows().size() + 1);
        assertThat(matrix.csv().split("\r\n", -1)).hasSize(matrix.rows().size() + 2);
        assertThat(matrix.csv()).startsWith("\"dependency\",\"operation\",\"failure\",");
    }
}
