package dev.oncemore.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultsTest {
    @Test
    void readsWhatPeopleWrite() {
        assertThat(Faults.parse("none")).isEqualTo(Faults.NONE);
        assertThat(Faults.parse("30%").total()).isCloseTo(0.3, offset(1e-9));
        assertThat(Faults.parse("429=5%, cut-after=0.1"))
                .isEqualTo(new Faults(Map.of(Fault.TOO_MANY, 0.05, Fault.CUT_AFTER, 0.1)));
    }

    @Test
    void eachShareHasItsPartOfTheNumbers() {
        Faults faults = new Faults(Map.of(Fault.TOO_MANY, 0.25, Fault.HANG, 0.25));
        assertThat(faults.at(0)).contains(Fault.TOO_MANY);
        assertThat(faults.at(0.2499)).contains(Fault.TOO_MANY);
        assertThat(faults.at(0.25)).contains(Fault.HANG);
        assertThat(faults.at(0.5)).isEmpty();
        assertThat(Faults.usual(1).at(0.999_999)).isPresent();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            429            | from 0 to 1
            429=           | no share
            429=5%,        | FAULT=SHARE
            teapot=5%      | unknown fault 'teapot'
            429=60%,500=60% | add up
            101%           | from 0 to 1
            -5%            | no share
            """)
    void refusesTheRest(String text, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Faults.parse(text))
                .withMessageContaining(why);
    }
}
