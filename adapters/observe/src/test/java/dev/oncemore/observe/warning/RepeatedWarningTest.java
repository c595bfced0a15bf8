package dev.oncemore.observe.warning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.time.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RepeatedWarningTest {
    private final VirtualTime time = new VirtualTime();
    private final RepeatedWarning warning = new RepeatedWarning(time);
    private final Warnings log = new Warnings();

    @AfterEach
    void close() {
        log.close();
    }

    private void failFor(Duration span) {
        for (int i = 0; i < span.toSeconds(); i++) {
            warning.warn("no sample", new IOException("failure " + i));
            time.advance(Duration.ofSeconds(1));
        }
    }

    @Test
    void oneCauseIsToldWithItsTraceOnce_thenCountedLessAndLessOften() {
        failFor(Duration.ofMinutes(8));

        assertThat(log.told)
                .containsExactly(
                        "no sample *",
                        "no sample: java.io.IOException: failure 60 (60 times since last logged)",
                        "no sample: java.io.IOException: failure 180 (120 times since last logged)",
                        "no sample: java.io.IOException: failure 420 (240 times since last logged)");
    }

    @Test
    void theyAreToldAtLeastOnceAnHour() {
        failFor(Duration.ofHours(5));
        log.told.clear();
        failFor(Duration.ofHours(2));

        assertThat(log.told).hasSize(2).allMatch(line -> line.endsWith("(3600 times since last logged)"));
    }

    @Test
    void anotherCauseIsToldAtOnce() {
        warning.warn("no sample", new IOException("reset"));
        warning.warn("no sample", new IllegalStateException("closed"));
        warning.warn("another thing", null);

        assertThat(log.told).containsExactly("no sample *", "no sample *", "another thing");
    }

    @Test
    void theEndIsToldOnce_andWhatComesAndGoesDoesNotFillTheLog() {
        warning.recovered("fine");
        for (int i = 0; i < 10; i++) {
            warning.warn("no sample", new IOException("reset"));
            warning.recovered("fine");
            warning.recovered("fine");
        }

        assertThat(log.told).startsWith("no sample *", "fine").hasSize(2);
    }

    @Test
    void causesAreBounded() {
        for (int i = 0; i < 33; i++) {
            warning.warn("topic " + i, null);
        }
        log.told.clear();
        warning.warn("topic 32", null);
        warning.warn("topic 0", null);

        assertThat(log.told).as("the oldest was forgotten").containsExactly("topic 0");
    }
}
