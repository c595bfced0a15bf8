package dev.oncemore.torture.nemesis;

import dev.oncemore.torture.net.Violation;
import java.util.ArrayList;
import java.util.List;

/** Collects broken promises; of many, it keeps as many as a person reads. */
final class Judge {
    private static final int KEPT_MAX = 10;

    private final long seed;
    private final long startNanos = System.nanoTime();
    private final List<Violation> kept = new ArrayList<>();
    private long count;

    Judge(long seed) {
        this.seed = seed;
    }

    /** A story that tells time since this run began. */
    Story story(String subject) {
        return new Story(subject, startNanos);
    }

    synchronized void broken(String rule, Story evidence) {
        count++;
        evidence.add("BROKEN: " + rule);
        if (kept.size() < KEPT_MAX) {
            kept.add(new Violation(seed, rule, evidence.toString()));
        }
    }

    synchronized List<Violation> violations() {
        return List.copyOf(kept);
    }

    synchronized long count() {
        return count;
    }
}
