package dev.oncemore.torture.compose;

import dev.oncemore.torture.sim.Simulation;
import java.util.ArrayList;
import java.util.List;

/** The events of a history: always as a hash, and as text on request. */
final class Trace {
    private final Simulation time;
    private final boolean inWords;
    private final List<String> lines = new ArrayList<>();
    private long hash = 1125899906842597L;

    Trace(Simulation time, boolean inWords) {
        this.time = time;
        this.inWords = inWords;
    }

    /** Adds an event of this user; the detail must be the same in every run of the history. */
    void add(int visit, String event, Object detail) {
        hash = 31 * hash + time.nanoTime();
        hash = 31 * hash + event.hashCode();
        hash = 31 * hash + visit;
        if (inWords) {
            String line = "%7d ms  user %d  %s %s".formatted(time.elapsedMillis(), visit, event, detail);
            lines.add(line);
        }
    }

    boolean isInWords() {
        return inWords;
    }

    long hash() {
        return hash;
    }

    List<String> lines() {
        return lines;
    }
}
