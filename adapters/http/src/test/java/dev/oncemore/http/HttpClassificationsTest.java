package dev.oncemore.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.retry.policy.FailureKind;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpClassificationsTest {
    @ParameterizedTest
    @CsvSource({
        "429, THROTTLED",
        "502, TIMEOUT_UNKNOWN_OUTCOME",
        "503, TRANSIENT",
        "425, TRANSIENT",
        "500, TIMEOUT_UNKNOWN_OUTCOME",
        "504, TIMEOUT_UNKNOWN_OUTCOME",
        "408, TIMEOUT_UNKNOWN_OUTCOME",
        "599, TIMEOUT_UNKNOWN_OUTCOME",
        "409, DOMAIN_REJECTION",
        "400, PERMANENT",
        "401, PERMANENT",
        "403, PERMANENT",
        "404, PERMANENT",
        "413, PERMANENT",
        "422, PERMANENT",
        "501, PERMANENT"
    })
    void everyStatusHasItsMeaning(int status, FailureKind kind) {
        assertThat(HttpClassifications.of(status, Optional.empty()))
                .extracting(Classification::kind)
                .isEqualTo(kind);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 409, 412, 422, 425, 429, 503})
    void noStatusIsAnAnswerToAnEarlierRequest(int status) {
        assertThat(HttpClassifications.of(status, Optional.empty()))
                .extracting(Classification::doubt)
                .isEqualTo(Doubt.LEAVES);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 200, 201, 204, 301, 304})
    void successIsNoFailure(int status) {
        assertThat(HttpClassifications.of(status, Optional.empty())).isNull();
    }

    @Test
    void aHintIsKept_butOnlyWhereTryingAgainMakesSense() {
        Optional<Duration> hint = Optional.of(Duration.ofSeconds(7));

        assertThat(HttpClassifications.of(503, hint))
                .isEqualTo(Classification.throttled("HTTP 503").notBefore(Duration.ofSeconds(7)));
        assertThat(HttpClassifications.of(404, hint)).isEqualTo(Classification.permanent("HTTP 404"));
    }
}
