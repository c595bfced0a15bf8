package dev.oncemore.lab.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class TimelineTest {
    private final Timeline timeline = new Timeline();

    @Test
    void anInterruptEndsAnEndlessRun() {
        Timeline timeline = new Timeline();
        TimelineEvent endless = new TimelineEvent() {
            @Override
            public void fire(int code) {
                timeline.at(timeline.nanoTime() + 1, this, 0);
            }
        };
        timeline.at(0, endless, 0);
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(CancellationException.class).isThrownBy(timeline::runToEnd);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void firesInOrderOfTime_andOfSchedulingWithinAMoment() {
        SplittableRandom random = new SplittableRandom(7);
        List<long[]> scheduled = new ArrayList<>();
        List<long[]> fired = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            long[] entry = {random.nextInt(500), i};
            scheduled.add(entry);
            timeline.at(entry[0], code -> fired.add(new long[] {timeline.nanoTime(), code}), i);
        }

        timeline.runToEnd();

        scheduled.sort(Comparator.<long[]>comparingLong(entry -> entry[0]).thenComparingLong(entry -> entry[1]));
        assertThat(fired).usingRecursiveComparison().isEqualTo(scheduled);
        assertThat(timeline.fired()).isEqualTo(20_000);
    }

    @Test
    void stopsAtTheEnd_andKeepsLaterEvents() {
        List<Integer> fired = new ArrayList<>();
        timeline.at(10, fired::add, 1);
        timeline.at(30, fired::add, 2);

        timeline.runUntil(20);

        assertThat(fired).containsExactly(1);
        assertThat(timeline.nanoTime()).isEqualTo(20);
        timeline.runUntil(30);
        assertThat(fired).containsExactly(1, 2);
    }

    @Test
    void anAlarmRings_unlessItIsCancelled() {
        List<String> rung = new ArrayList<>();
        Time.Alarm cancelled = timeline.alarm(5, () -> rung.add("cancelled"));
        timeline.alarm(6, () -> rung.add("kept"));
        cancelled.cancel();

        timeline.runToEnd();

        assertThat(rung).containsExactly("kept");
    }

    @Test
    void whatHasLostItsMeaningMakesRoom_andTheRestKeepsItsOrder() {
        Timeline small = new Timeline(1 << 20);
        List<Long> fired = new ArrayList<>();
        List<Long> expected = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 200_000; i++) {
            long at = Duration.ofDays(1).toNanos() + random.nextInt(1_000_000);
            Time.Alarm alarm = small.alarm(at, () -> fired.add(small.nanoTime()));
            if (i % 1_000 == 0) {
                expected.add(at);
            } else {
                alarm.cancel();
            }
        }

        small.runToEnd();

        Collections.sort(expected);
        assertThat(fired).isEqualTo(expected);
    }

    @Test
    void moreThanMayBeHeldEndsTheSimulation() {
        Timeline small = new Timeline(1 << 20);
        assertThatExceptionOfType(SimulationTooLargeException.class)
                .isThrownBy(() -> {
                    for (int i = 0; i < 10_000; i++) {
                        small.at(i, code -> {}, 0);
                    }
                })
                .withMessage("this simulation needs more than 1 MB of memory");
    }

    @Test
    void nobodySleeps() {
        assertThatThrownBy(() -> timeline.sleep(1)).isInstanceOf(UnsupportedOperationException.class);
    }
}
