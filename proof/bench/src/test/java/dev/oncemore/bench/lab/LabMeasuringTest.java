package dev.oncemore.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.Target;
import dev.oncemore.bench.measure.TextReport;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class LabMeasuringTest {
    /** A run as users make it, only tiny. Whether its figures are good is not for a test to say. */
    @Test
    void measuresEachCase() {
        StringWriter progress = new StringWriter();
        Figures figures =
                new LabMeasuring(new LabEffort(20_000, 1, 1_000, 1, 100)).measure(new PrintWriter(progress, true));
        assertThat(progress.toString()).contains("[ 1/4] attempts", "[ 4/4] doctor");
        assertThat(new TextReport(new Machine(2, 0), LabBench.findings(figures)).lines())
                .anyMatch(line -> line.matches("attempts +oncemore .* attempts/s.*"))
                .anyMatch(line -> line.matches("clients +oncemore .* MB live heap.*"))
                .anyMatch(line -> line.matches("contention +full jitter .* calls.*"))
                .anyMatch(line -> line.matches("doctor +oncemore .* s.*"));
    }

    @Test
    void targetsAreThoseOfTheLab() {
        Figures figures = new Figures();
        figures.add(List.of(
                Figure.of(LabMeasuring.ATTEMPTS, Subject.ONCEMORE, LabMeasuring.PER_SECOND, 2_000_000),
                Figure.of(LabMeasuring.CLIENTS, Subject.ONCEMORE, LabMeasuring.LIVE, 500),
                Figure.of(LabMeasuring.CONTENTION, LabMeasuring.PLAIN, LabMeasuring.CALLS, 1_000),
                Figure.of(LabMeasuring.CONTENTION, LabMeasuring.FULL, LabMeasuring.CALLS, 600),
                Figure.of(LabMeasuring.CONTENTION, LabMeasuring.DECORRELATED, LabMeasuring.CALLS, 660),
                Figure.of(LabMeasuring.DOCTOR, Subject.ONCEMORE, LabMeasuring.SECONDS, 12)));
        assertThat(LabTargets.of(figures))
                .extracting(Target::toString)
                .containsExactly(
                        "attempts: 2000000 attempts/s, target ≥ 1000000: reached",
                        "clients: 500 MB live heap, target ≤ 2048: reached",
                        "contention: 0.6 × the calls without jitter, target < 0.5: MISSED",
                        "contention: 1.1 × the calls of full jitter, target ≥ 0.8: reached",
                        "contention: 1.1 × the calls of full jitter, target ≤ 1.2: reached",
                        "doctor: 12 s, target ≤ 30: reached");
    }
}
