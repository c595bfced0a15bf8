package dev.oncemore.connector;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SameValueTest {
    @ParameterizedTest
    @CsvSource({
        "1000,1000.00,true",
        "1000,1E3,true",
        "-0.5,-.50,true",
        "1000,1001,false",
        "A-1,A-1,true",
        "A-1,a-1,false"
    })
    void numbersAreComparedByValue_andOthersAsTexts(String ours, String theirs, boolean isSame) {
        assertThat(SameValue.isSame(ours, theirs)).isEqualTo(isSame);
    }

    /** Their digits would be read in quadratic time, and their exponents be written out as digits. */
    @Test
    void whatIsTooLongOrTooLargeIsNoNumber() {
        assertThat(SameValue.isSame("1", "1." + "0".repeat(63))).isFalse();
        assertThat(SameValue.isSame("0", "0e99999999")).isFalse();
        assertThat(SameValue.isSame("0", "0e-2147483647")).isFalse();
        assertThat(SameValue.isSame("1", "9".repeat(4_000_000))).isFalse();
        String digits = "9".repeat(100);
        assertThat(SameValue.isSame(digits, digits)).as("equal as texts").isTrue();
    }
}
