package dev.oncemore.spreadsheet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatCodeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "yyyy-mm-dd|yyyy-mm-dd",
                "[Red]0.00|0.00",
                "[$-411]ggge|ggge",
                "[h]:mm|[h]:mm",
                "[HH]:mm|[HH]:mm",
                "[hm]:ss|:ss",
                "0\" days\"|0",
                "0\\d|0",
                "0_d|0",
                "0\"d|0\"d",
                "\"a\"\"b\"\"|\"",
                "0[d|0[d",
                "[x[x]0|0",
                "0_|0_",
                "0\\|0\\"
            })
    void keepsWhatMarksADate(String code, String shown) {
        assertThat(FormatCode.withoutDecoration(code)).isEqualTo(shown);
    }

    @Test
    void bracketsThatAreNeverClosedStay() {
        String open = "[x".repeat(100);
        assertThat(FormatCode.withoutDecoration(open)).isEqualTo(open);
    }
}
