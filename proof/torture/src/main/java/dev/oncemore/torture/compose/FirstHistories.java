package dev.oncemore.torture.compose;

import dev.oncemore.torture.sim.Simulation;
import org.junit.jupiter.api.Test;

/** The histories of the first seeds, which are the same in every run. */
public final class FirstHistories {
    private static final int HISTORIES = 5_000;

    @Test
    void keepEveryPromise() {
        Simulation simulation = new Simulation();
        Tally tally = new Tally();
        for (long seed = 1; seed <= HISTORIES; seed++) {
            History.Result result = History.run(SpecGenerator.of(seed), simulation, tally, false);
            if (simulation.isStuck()) {
                simulation = new Simulation();
            }
            if (result.broken() != null) {
                throw new AssertionError("seed " + seed + ": " + result.broken());
            }
        }
    }
}
