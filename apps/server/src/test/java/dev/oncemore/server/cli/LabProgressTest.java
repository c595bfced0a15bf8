package dev.oncemore.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.time.VirtualTime;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LabProgressTest {
    private final VirtualTime time = new VirtualTime();
    private final StringWriter shown = new StringWriter();

    private LabProgress progress(boolean isTerminal) {
        return new LabProgress(PlainOutput.over(new PrintWriter(shown)), isTerminal, time);
    }

    @Test
    void aLongRunShowsHowFarItIs_andItsLineIsWipedOut() {
        LabProgress progress = progress(true);

        progress.show(0.1);
        assertThat(shown.toString()).as("a short run stays quiet").isEmpty();
        time.advance(Duration.ofSeconds(2));
        progress.show(0.5);
        progress.show(0.501);
        progress.end();

        assertThat(shown.toString()).isEqualTo("\r\u001b[K" + "█".repeat(15) + "░".repeat(15) + " 50 %" + "\r\u001b[K");
    }

    @Test
    void withoutATerminalNothingIsShown() {
        LabProgress progress = progress(false);

        time.advance(Duration.ofSeconds(2));
        progress.show(0.5);
        progress.end();

        assertThat(shown.toString()).isEmpty();
    }
}
