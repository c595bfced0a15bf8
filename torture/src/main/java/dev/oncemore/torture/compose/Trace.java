package dev.oncemore.torture.compose;

import dev.oncemore.torture.sim.Simulation;
import java.util.ArrayList;
import java.util.List;

/** What happened in a history: always as a number that tells two histories apart, and as text for people when asked. */
final class Trace {
    private final Simulation time;
    private final boolean inWords;
    private final List<String> lines = new ArrayList<>();
    private long hash = 1125899906842597L;

    Trace(Simulation time, boolean inWords) {
        this.time = time;
        this.inWords = inWords;
    }

    /** Something happened to or through the user of this number; the detail must not depend on the run. */
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
