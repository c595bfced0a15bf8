package dev.oncemore.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {

    @ParameterizedTest
    @CsvSource({
        "bench, bench, 0",
        "bnech, bench, 1",
        "benhc, bench, 1",
        "bech, bench, 1",
        "benches, bench, 2",
        "nosuch, bench, 4",
        "'', bench, 5",
        "bench, '', 5"
    })
    void countsTheSlips(String left, String right, int slips) {
        assertThat(Nearest.slips(left, right)).isEqualTo(slips);
    }

    @Test
    void picksTheWordWithTheFewestSlips() {
        assertThat(Nearest.to("serv", List.of("server", "serve", "version"))).hasValue("serve");
    }

    @Test
    void picksNone_whenMoreThanAThirdOfTheLettersIsWrong() {
        assertThat(Nearest.to("nosuch", List.of("bench", "version"))).isEmpty();
    }

    @Test
    void picksNone_whenNoneIsKnown() {
        assertThat(Nearest.to("bench", List.of())).isEmpty();
    }
}
