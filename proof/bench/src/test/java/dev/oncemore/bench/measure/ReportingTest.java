package dev.oncemore.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What people read. */
class ReportingTest {

    @Test
    void aTableAlignsWordsLeftAndNumbersRight() {
        TextTable table = new TextTable(1, "who", "ns/op");
        table.add("oncemore", "4.1");
        table.add("spring7", "19");

        assertThat(table.lines())
                .containsExactly(
                        "who       ns/op", //
                        "---------------",
                        "oncemore    4.1",
                        "spring7      19");
    }

    @Test
    void aTableRefusesARowOfAnotherLength() {
        TextTable table = new TextTable(1, "who", "ns/op");

        assertThatThrownBy(() -> table.add("oncemore"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a row needs 2 cells, but has 1");
    }

    @Test
    void aTargetSaysWhatWasMeasuredWantedAndReached() {
        assertThat(Target.atMost("success", 1.7, 2, " × handwritten"))
                .hasToString("success: 1.7 × handwritten, target ≤ 2: reached");
        assertThat(Target.atLeast("threads", 1.99, 2, " × peer"))
                .hasToString("threads: 1.99 × peer, target ≥ 2: MISSED");
        assertThat(Target.below("failing", 1, 1, " × peer")).hasToString("failing: 1 × peer, target < 1: MISSED");
    }

    @Test
    void numbersHaveThreeDigitsThatSaySomething() {
        assertThat(Numbers.text(4.1234)).isEqualTo("4.12");
        assertThat(Numbers.text(23.55)).isEqualTo("23.6");
        assertThat(Numbers.text(1234.5)).isEqualTo("1235");
        assertThat(Numbers.text(0)).isEqualTo("0");
        assertThat(Numbers.text(800)).isEqualTo("800");
    }

    @Test
    void spansAreRounded() {
        assertThat(Numbers.span(0.2)).isEqualTo("1 s");
        assertThat(Numbers.span(130)).isEqualTo("2 min 10 s");
        assertThat(Numbers.span(840)).isEqualTo("14 min");
    }

    @Test
    void progressCountsAndGuesses() {
        StringWriter told = new StringWriter();
        BenchProgress progress = new BenchProgress(new PrintWriter(told), List.of(2.0, 3.0));

        progress.start("success oncemore", 2);
        progress.end(List.of(Figure.of("success", "oncemore", "ns/op", 4.1)));
        progress.start("success spring7", 3);

        assertThat(told.toString().lines())
                .satisfiesExactly(
                        first -> assertThat(first)
                                .startsWith("[ 1/2] success oncemore")
                                .contains("about 5 s")
                                .endsWith("4.1 ns/op"),
                        second -> assertThat(second).startsWith("[ 2/2] success spring7"));
    }

    @Test
    void aFigureIsANumber() {
        assertThatThrownBy(() -> Figure.of("success", "oncemore", "ns/op", Double.NaN))
                .isInstanceOf(MeasuringException.class)
                .hasMessage("success of oncemore has no value of ns/op");
    }

    @Test
    void aBusyMachineIsAWarning() {
        assertThat(new Machine(2, 1.1).warning()).isEmpty();
        assertThat(new Machine(2, -1).warning()).isEmpty();
        assertThat(new Machine(2, 7.7).warning())
                .contains("The machine was busy before the run (load 7.7 on 2 cores): do not trust these figures.");
    }
}
