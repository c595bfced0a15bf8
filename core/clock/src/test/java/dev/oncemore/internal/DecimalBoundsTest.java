package dev.oncemore.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecimalBoundsTest {
    private final DecimalBounds bounds = new DecimalBounds(20, 5, 3);

    @Test
    void readsNumbersWithinTheBounds() {
        for (String text : List.of("0", "-12345", "12345.678", "1e4", "0.001", "+7", ".5", "00012")) {
            assertThat(bounds.read(text)).isEqualByComparingTo(text);
            assertThat(bounds.tryRead(text)).contains(new BigDecimal(text));
        }
    }

    @Test
    void tellsANumberThatIsTooLargeFromATextThatIsNone() {
        for (String text : List.of(
                "123456",
                "1e5",
                "0.0001",
                "1e999999999",
                "-1e2147483647",
                "1e-2147483647",
                "0e2147483647",
                "0".repeat(21),
                "9".repeat(5_000_000),
                "x".repeat(21))) {
            assertThatThrownBy(() -> bounds.read(text))
                    .isInstanceOf(ArithmeticException.class)
                    .hasMessageNotContaining("99999");
            assertThat(bounds.tryRead(text)).isEmpty();
        }
        for (String text : List.of("", " ", "1,5", "1e", "NaN", "1e99999999999", "0x10")) {
            assertThatThrownBy(() -> bounds.read(text)).isInstanceOf(NumberFormatException.class);
            assertThat(bounds.tryRead(text)).isEmpty();
        }
    }
}
