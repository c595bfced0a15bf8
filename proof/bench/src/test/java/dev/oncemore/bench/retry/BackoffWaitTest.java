package dev.oncemore.bench.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The calls that wait, only fewer and shorter. */
class BackoffWaitTest {

    @Test
    void everyCallWaitsAndIsWokenByOneThread() throws InterruptedException {
        BackoffLoad load = new BackoffLoad(1_000, 64, Duration.ofMillis(500), Duration.ofMillis(200));

        BackoffFigures figures = new BackoffWait(load).run();

        assertThat(figures.calls()).isEqualTo(1_000);
        assertThat(figures.timerThreads()).isEqualTo(1);
        assertThat(figures.heapMegabytes()).isNotNegative();
        assertThat(figures.halfLateMillis()).isNotNegative().isLessThanOrEqualTo(figures.mostLateMillis());
        assertThat(figures.mostLateMillis()).isLessThanOrEqualTo(figures.latestMillis());
    }

    @Test
    void figuresPassFromOneJvmToAnother() {
        BackoffFigures figures = new BackoffFigures(1_000_000, 999_999, 1, 412.25, 0.5, 9.75, 1e-7);

        assertThat(BackoffFigures.parse(figures.line())).contains(figures);
        assertThat(BackoffFigures.parse("WARNING: something else")).isEmpty();
    }

    @Test
    void percentilesAreOfTheSortedCalls() {
        long[] lateNanos = new long[100];
        for (int i = 0; i < 100; i++) {
            lateNanos[i] = (100 - i) * 1_000_000L;
        }

        BackoffFigures figures = BackoffFigures.of(100, 1, 1, lateNanos);

        assertThat(figures.halfLateMillis()).isEqualTo(50);
        assertThat(figures.mostLateMillis()).isEqualTo(99);
        assertThat(figures.latestMillis()).isEqualTo(100);
    }
}
