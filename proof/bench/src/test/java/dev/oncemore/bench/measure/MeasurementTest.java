package dev.oncemore.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MeasurementTest {

    @Test
    void theMedianIsInTheMiddle_whateverTheOrder() {
        assertThat(Measurement.of(List.of(9.0, 1.0, 4.0)).median()).isEqualTo(4);
        assertThat(Measurement.of(List.of(9.0, 1.0, 4.0, 2.0)).median()).isEqualTo(3);
    }

    @Test
    void aPercentileIsNotExceededByThatShare() {
        List<Double> hundred =
                IntStream.rangeClosed(1, 100).mapToObj(i -> (double) i).toList();

        assertThat(Measurement.of(hundred).percentile(0.99)).isEqualTo(99);
        assertThat(Measurement.of(List.of(7.0)).percentile(0.99)).isEqualTo(7);
    }

    @Test
    void aFigureHasTheMedianAndTheRangeOfItsRounds() {
        assertThat(Measurement.of(List.of(2.0, 1.0, 3.0)).figure("case", "me", "ops/s"))
                .isEqualTo(new Figure("case", "me", "ops/s", 3, 2, 1, 3));
    }

    @Test
    void nothingIsNoSample() {
        assertThatIllegalArgumentException().isThrownBy(() -> Measurement.of(List.of()));
    }
}
