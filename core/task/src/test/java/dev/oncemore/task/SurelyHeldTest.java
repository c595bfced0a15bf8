package dev.oncemore.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SurelyHeldTest {
    private static final Instant START = Instant.parse("2026-01-31T10:00:00Z");

    private final VirtualTime time = new VirtualTime();
    private final List<Boolean> held = new ArrayList<>();
    private Instant wall = START;

    /** Runs one task, and asks before and after something has happened to its node. */
    private void askAround(Runnable event) {
        Tasks tasks = Tasks.on(
                        new InMemoryTaskStore(),
                        TaskSettings.standard().time(time).clock(() -> wall))
                .handle("ask", String.class, (text, run) -> {
                    held.add(run.isSurelyHeld());
                    event.run();
                    held.add(run.isSurelyHeld());
                    return Verdict.done();
                });
        tasks.enqueue("ask", "");
        assertThat(tasks.manualWorker().runOne()).isTrue();
    }

    @Test
    void aRunIsSurelyHeldForAMoment() {
        askAround(() -> time.advance(Duration.ofMillis(500)));

        assertThat(held).containsExactly(true, true);
    }

    @Test
    void aPauseMakesItUnsure() {
        askAround(() -> time.advance(Duration.ofSeconds(2)));

        assertThat(held).containsExactly(true, false);
    }

    /** Elapsed time stands still on a suspended machine, while other nodes take over. */
    @Test
    void aSuspendedMachineMakesItUnsure() {
        askAround(() -> wall = START.plusSeconds(60));

        assertThat(held).containsExactly(true, false);
    }

    @Test
    void aWallClockThatWasSetBackMakesItUnsure() {
        askAround(() -> wall = START.minusSeconds(60));

        assertThat(held).containsExactly(true, false);
    }
}
