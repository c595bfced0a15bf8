package dev.oncemore.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.Target;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ServerRunTest {
    /** A run as users make it, only tiny. Whether its figures are good is not for a test to say. */
    @Test
    void measuresARealServer() {
        StringWriter progress = new StringWriter();
        ServerEffort tiny = new ServerEffort(1, 1_000, 2, Duration.ofMillis(300), Duration.ofMillis(100));

        Figures figures = new ServerRun(tiny).measure(new PrintWriter(progress, true));

        assertThat(progress.toString()).contains("[ 1/5] start", "[ 5/5] idle");
        assertThat(figures.value(ServerRun.POSTS, Subject.ONCEMORE, Figure.THROUGHPUT))
                .isPositive();
        ServerReport report = new ServerReport(new Machine(2, 0), figures);
        assertThat(report.lines()).anyMatch(line -> line.contains("× the throughput of a request that does nothing"));
        assertThat(report.targets())
                .extracting(Target::caseName)
                .contains("start", "page /", "page /dead/dead-1", "keyed-posts", "idle");
    }
}
