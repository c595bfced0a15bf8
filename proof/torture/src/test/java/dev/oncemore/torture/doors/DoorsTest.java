package dev.oncemore.torture.doors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.torture.net.Context;
import dev.oncemore.torture.net.ProgressLine;
import dev.oncemore.torture.net.Report;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Every attack for a few seconds; ten minutes of them are the command's, which also checks how fast health answers. */
class DoorsTest {
    @Test
    void aServerWithASmallHeapHolds_andOthersAreAnswered() throws Exception {
        Context context = new Context(
                List.of(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                1,
                OptionalLong.empty(),
                Duration.ofSeconds(20),
                OptionalLong.empty(),
                false,
                true,
                ProgressLine.SILENT);

        Report report = new DoorsSuite(Duration.ofSeconds(10)).run(context);

        System.out.println(report.faults() + "\n" + String.join("\n", report.facts()));
        assertThat(report.violations()).isEmpty();
        assertThat(report.faults().values()).allMatch(count -> count > 0);
    }
}
