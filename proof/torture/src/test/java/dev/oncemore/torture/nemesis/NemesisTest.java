package dev.oncemore.torture.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.oncemore.torture.net.Context;
import dev.oncemore.torture.net.ProgressLine;
import dev.oncemore.torture.net.Report;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A few real kills and pauses; hundreds of them are the command's. */
class NemesisTest {
    private static final int FAULTS = 3;

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgres"})
    void threeNodesKeepThePromises_whileTheyAreKilledAndPaused(String store) throws Exception {
        assumeTrue(Signals.areThere(), "kills and pauses need POSIX signals");
        Context context = new Context(
                List.of(store),
                OptionalInt.of(FAULTS),
                OptionalInt.of(FAULTS),
                3,
                OptionalLong.empty(),
                Duration.ofMinutes(10),
                OptionalLong.empty(),
                false,
                false,
                ProgressLine.SILENT);

        Report report = new Nemesis(store).run(context);

        System.out.println("seed " + report.seed() + ": " + report.faults() + " " + report.facts());
        assertThat(report.violations()).as("seed %d", report.seed()).isEmpty();
        assertThat(report.faults()).containsEntry("pauses", (long) FAULTS).containsEntry("kills", (long) FAULTS);
        assertThat(report.histories()).isPositive();
    }
}
