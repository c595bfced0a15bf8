package dev.oncemore.bench.desk;

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

class DeskRunTest {
    /** A run as users make it, only tiny. Whether its figures are good is not for a test to say. */
    @Test
    void measuresEachCase() {
        StringWriter progress = new StringWriter();
        Figures figures = new DeskRun(new DeskEffort(200, 1, 10, 20)).measure(new PrintWriter(progress, true));
        assertThat(progress.toString()).contains("[ 1/5] read-xlsx", "[ 5/5] send");
        assertThat(new TextReport(new Machine(2, 0), DeskBench.findings(figures)).lines())
                .anyMatch(line -> line.matches("read-xlsx +poi .* ms +1 × poi +less"))
                .anyMatch(line -> line.matches("send +oncemore .* documents/s +more"))
                .anyMatch(line -> line.matches("send +oncemore .* ms CPU/document +less"));
    }

    @Test
    void targetsAreThoseOfTheDesk() {
        Figures figures = new Figures();
        figures.add(List.of(
                Figure.of(DeskRun.READ, Subject.ONCEMORE, DeskRun.MILLIS, 140),
                Figure.of(DeskRun.READ, DeskRun.POI, DeskRun.MILLIS, 100),
                Figure.of(DeskRun.WRITE, Subject.ONCEMORE, DeskRun.MILLIS, 2_000),
                Figure.of(DeskRun.CSV, Subject.ONCEMORE, DeskRun.ROWS, 300_000),
                Figure.of(DeskRun.PAGE, Subject.ONCEMORE, DeskRun.P99, 50),
                Figure.of(DeskRun.SEND, Subject.ONCEMORE, DeskRun.DOCUMENTS, 100),
                Figure.of(DeskRun.SEND, Subject.ONCEMORE, DeskRun.SERVER_CPU, 0.7)));
        assertThat(DeskTargets.of(figures))
                .extracting(Target::toString)
                .containsExactly(
                        "read-xlsx: 1.4 × poi's time, target ≤ 0.5: MISSED",
                        "write-back: 2 s, target ≤ 10: reached",
                        "read-csv: 300000 rows/s, target ≥ 300000: reached",
                        "page: 50 ms p99, target ≤ 50: reached",
                        "send: 100 documents/s, target ≥ 1500: MISSED",
                        "send: 0.7 ms of the server's CPU/document, target ≤ 0.8: reached");
    }
}
