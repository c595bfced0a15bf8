package dev.oncemore.torture.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SimulationTest {
    private static final long MILLI = 1_000_000;

    private final Simulation simulation = new Simulation();
    private final List<String> said = new ArrayList<>();

    private void say(String what) {
        said.add(simulation.elapsedMillis() + " " + what);
    }

    @Test
    void partiesTakeTurnsInTheOrderOfTheirWakeUps() throws InterruptedException {
        simulation.spawnAfter(5 * MILLI, () -> {
            say("second begins");
            simulation.pass(10 * MILLI);
            say("second ends");
        });
        say("first begins");
        simulation.sleep(10 * MILLI);
        say("first ends");
        simulation.drain();

        assertThat(said).containsExactly("0 first begins", "5 second begins", "10 first ends", "15 second ends");
    }

    @Test
    void anAlarmGoesOffWhileSomebodySleeps_unlessItIsCancelled() throws InterruptedException {
        simulation.alarm(3 * MILLI, () -> say("alarm"));
        simulation.alarm(4 * MILLI, () -> say("cancelled")).cancel();
        simulation.sleep(5 * MILLI);

        assertThat(said).containsExactly("3 alarm");
    }

    @Test
    void anInterruptWakesASleeper_onItsOwnThreadAndOnAnother() {
        Thread driver = Thread.currentThread();
        List<Thread> other = new ArrayList<>();
        simulation.spawn(() -> {
            other.add(Thread.currentThread());
            try {
                simulation.sleep(100 * MILLI);
            } catch (InterruptedException e) {
                say("other is interrupted");
            }
        });
        simulation.alarm(7 * MILLI, driver::interrupt);
        simulation.alarm(9 * MILLI, () -> other.get(0).interrupt());

        assertThatThrownBy(() -> simulation.sleep(50 * MILLI)).isInstanceOf(InterruptedException.class);
        say("driver is interrupted");
        simulation.drain();

        assertThat(said).containsExactly("7 driver is interrupted", "9 other is interrupted");
    }

    @Test
    void aFutureThatEndsWakesTheOneWhoWaits() throws InterruptedException {
        CompletableFuture<String> future = new CompletableFuture<>();
        simulation.spawnAfter(4 * MILLI, () -> future.complete("done"));
        simulation.await(future);
        say(future.join());

        assertThat(said).containsExactly("4 done");
    }

    @Test
    void aThreadThatWaitsForNothingIsStuck() {
        assertThatThrownBy(() -> simulation.await(new CompletableFuture<>())).isInstanceOf(Stuck.class);
        assertThat(simulation.isStuck()).isTrue();
    }
}
