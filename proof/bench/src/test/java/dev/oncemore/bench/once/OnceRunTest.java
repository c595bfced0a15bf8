package dev.oncemore.bench.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.bench.measure.Effort;
import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.FigureFile;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.TextReport;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run as users make it, only tiny. Whether its figures are good is not for a test to say. */
class OnceRunTest {
    private static final OnceEffort TINY = new OnceEffort(
            2, Duration.ofMillis(1), Duration.ofMillis(20), new TableLoad(1_000, 4_000, 2_000, 50), Effort.QUICK);

    @TempDir
    private Path folder;

    @Test
    void measuresEverythingThatAStoreHas() throws Exception {
        StringWriter progress = new StringWriter();

        Figures figures =
                new OnceRun(List.of(Store.SQLITE, Store.MEMORY), TINY).measure(false, new PrintWriter(progress, true));

        assertThat(progress.toString())
                .contains("[ 1/7] sqlite-leased-64", "sqlite with many records", "[ 7/7] memory-leased-1");
        for (String subject : List.of(Subject.ONCEMORE, Others.NAIVE, Others.LIMIT)) {
            assertThat(figures.value("sqlite-leased-64", subject, Figure.THROUGHPUT))
                    .isPositive();
            assertThat(figures.value("sqlite-leased-1", subject, Figure.NANOS)).isPositive();
        }
        assertThat(figures.value("sqlite-replay-64", Others.LIMIT, Figure.THROUGHPUT))
                .isPositive();
        assertThat(figures.value("sqlite-atomic-1", Others.BARE, Figure.NANOS)).isPositive();
        assertThat(figures.value("memory-leased-64", Subject.ONCEMORE, Figure.THROUGHPUT))
                .isPositive();
        assertThat(figures.value(ManyRecords.FIND_MANY, Subject.ONCEMORE, ManyRecords.LOOK_UP))
                .isPositive();
        assertThat(figures.value(ManyRecords.PURGE, Subject.ONCEMORE, ManyRecords.LONGEST_TRANSACTION))
                .isPositive();
        assertThat(figures.value(ManyRecords.PURGE, Subject.ONCEMORE, ManyRecords.LONGEST_WAIT))
                .isPositive();

        assertThat(new TextReport(new Machine(2, 0), OnceBench.findings(figures)).lines())
                .anyMatch(line -> line.startsWith("Durable commits, "))
                .anyMatch(line -> line.matches("sqlite-leased-64 .*ops/s +1 × naive +more"))
                .anyMatch(line -> line.matches("sqlite-leased-1 .*µs/op +1 × naive +less"))
                .anyMatch(line -> line.startsWith("sqlite-leased-64: ") && line.contains(" × naive, target ≥ 10: "));

        Path json = folder.resolve("once.json");
        FigureFile.requireWritable(json).write("once", OnceBench.findings(figures));
        assertThat(Files.readString(json))
                .startsWith("{\"bench\":\"once\"")
                .contains(
                        "{\"case\":\"sqlite-leased-64\",\"subject\":\"oncemore\",\"metric\":\"ops/s\",\"rounds\":2,\"value\":");
    }
}
