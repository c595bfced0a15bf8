package dev.oncemore.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.Target;
import dev.oncemore.bench.measure.TextReport;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerRunTest {
    /** Where wrk is installed, the run does not use it. */
    @Test
    void theClientOfOurOwnMeasuresToo(@TempDir Path folder) {
        try (ServerProcess server = ServerProcess.start(folder)) {
            Connections connections = new Connections(server.address());
            for (LoadKind kind : LoadKind.values()) {
                assertThat(connections.perSecond(kind, "own-", Duration.ofMillis(300)))
                        .isPositive();
            }
        }
    }

    /** A run as users make it, only tiny. Whether its figures are good is not for a test to say. */
    @Test
    void measuresARealServer() {
        StringWriter progress = new StringWriter();
        ServerEffort tiny = new ServerEffort(1, 1_000, 2, Duration.ofMillis(1_000), Duration.ofMillis(500));

        Figures figures = new ServerRun(tiny).measure(new PrintWriter(progress, true));

        assertThat(progress.toString()).contains("[ 1/6] start", "[ 6/6] keyed-posts postgres");
        for (String store : List.of(RequestLoad.SQLITE, RequestLoad.POSTGRES)) {
            assertThat(figures.value(store, Subject.ONCEMORE, Figure.THROUGHPUT))
                    .isPositive();
            assertThat(figures.value(store, ServerRun.NOTHING, Figure.THROUGHPUT))
                    .isPositive();
        }
        assertThat(new TextReport(new Machine(2, 0), ServerBench.findings(figures)).lines())
                .anyMatch(line -> line.matches("keyed-posts sqlite +oncemore .* × no-op +more"));
        assertThat(ServerTargets.of(figures))
                .extracting(Target::caseName)
                .contains("start", "page /", "page /dead/dead-1", "keyed-posts sqlite", "keyed-posts postgres", "idle");
    }
}
