package dev.oncemore.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RemainingTimeTest {
    @ParameterizedTest
    @CsvSource({"PT1.5S, 1500", "PT0.0019S, 1", "PT0S, 1", "PT876000H, 3153600000000"})
    void isWrittenInWholeMilliseconds_roundedDownButNeverToNothing(Duration remaining, String value) {
        assertThat(RemainingTime.format(remaining)).isEqualTo(value);
    }

    @Test
    void cannotBeNegative() {
        assertThatIllegalArgumentException().isThrownBy(() -> RemainingTime.format(Duration.ofMillis(-1)));
    }

    @ParameterizedTest
    @CsvSource({
        "X-Remaining-Time-Ms, 250, PT0.25S",
        "x-envoy-expected-rq-timeout-ms, ' 15000 ', PT15S",
        "grpc-timeout, 2H, PT2H",
        "grpc-timeout, 3M, PT3M",
        "grpc-timeout, 4S, PT4S",
        "grpc-timeout, 100m, PT0.1S",
        "grpc-timeout, 5u, PT0.000005S",
        "grpc-timeout, 99999999n, PT0.099999999S"
    })
    void isReadFromEachOfTheHeaders(String header, String value, Duration remaining) {
        assertThat(RemainingTime.read(Map.of(header, value)::get)).contains(remaining);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-1", "1.5", "9999999999999", "١٢"})
    void whatCannotBeReadIsNoLimit(String value) {
        assertThat(RemainingTime.read(Map.of(RemainingTime.HEADER, value)::get)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "10s", "999999999S", "S", "1 S"})
    void aGrpcTimeoutThatCannotBeReadIsNoLimit(String value) {
        assertThat(RemainingTime.read(Map.of("grpc-timeout", value)::get)).isEmpty();
    }

    @Test
    void ofSeveralTheShortestCounts() {
        Map<String, String> headers =
                Map.of(RemainingTime.HEADER, "300", "grpc-timeout", "200m", "x-envoy-expected-rq-timeout-ms", "250");

        assertThat(RemainingTime.read(headers::get)).contains(Duration.ofMillis(200));
        assertThat(RemainingTime.read(name -> null)).isEmpty();
    }
}
