package dev.oncemore.bench.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.TextReport;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A run as users make it, only tiny. Whether its figures are good is not for a test to say. */
class TaskRunTest {
    private static final TaskEffort TINY =
            new TaskEffort(1, Duration.ofMillis(20), 40, 700, 1_400, 10, 3, Duration.ofMillis(50));

    private final StringWriter progress = new StringWriter();

    private Figures measure(TaskCase... cases) {
        return new TaskRun(List.of(cases), TINY).measure(new PrintWriter(progress, true));
    }

    @Test
    void measuresEverybodyOnPostgres() {
        // One run for all, because it takes seconds to start a server and to make everybody's tables.
        Figures figures = measure(TaskCase.DRAIN, TaskCase.JOINED, TaskCase.WAITING);

        assertThat(progress.toString()).contains("[ 1/3] drain", "[ 2/3] joined", "[ 3/3] waiting");
        assertThat(figures.value("drain", Subject.ONCEMORE, Match.THROUGHPUT)).isPositive();
        for (String peer : Peers.ALL) {
            assertThat(figures.value("drain", peer, Match.THROUGHPUT)).isPositive();
            assertThat(figures.value("drain", peer, Match.OWN_CPU)).isPositive();
        }
        assertThat(figures.value("joined", Subject.ONCEMORE, Joined.STATEMENTS)).isEqualTo(1);
        assertThat(figures.value("joined", Subject.ONCEMORE, Joined.COMMITS)).isZero();
        assertThat(figures.value(ManyWaiting.MANY, Subject.ONCEMORE, ManyWaiting.CLAIM_P99))
                .isPositive();
        assertThat(figures.value(ManyWaiting.MANY, Subject.ONCEMORE, ManyWaiting.HEAP))
                .isPositive();
        assertThat(new TextReport(new Machine(2, 0), TaskBench.findings(figures, true)).lines())
                .anyMatch(line -> line.startsWith("A quick run:"))
                .anyMatch(line -> line.matches("drain +oncemore .* tasks/s .* × db-scheduler +more"))
                .anyMatch(line -> line.startsWith("drain: ") && line.contains(", target ≥ 6: "))
                .contains("joined: 1 statements/task, target ≤ 1: reached");
    }

    @Test
    void tasksFlowOnSqlite() {
        assertThat(measure(TaskCase.SQLITE).value("sqlite", Subject.ONCEMORE, Match.THROUGHPUT))
                .isPositive();
    }

    @Test
    void tasksFlowInMemory() {
        Tally tally = new Tally();
        try (Contender ours = OncemoreTasks.inMemory(tally)) {
            Shift shift = Shift.flow(ours, tally, 4, Duration.ofMillis(20));

            assertThat(shift.tasksPerSecond()).isPositive();
        }
    }

    @Test
    void aTaskThatIsDoneTwiceSpoilsTheRound() {
        Tally tally = new Tally();
        tally.reset(2);
        tally.count(0);
        tally.count(0);

        assertThatThrownBy(() -> tally.requireOnceEach("somebody", 2))
                .isInstanceOf(MeasuringException.class)
                .hasMessage("somebody did task 0 2 times");
    }
}
