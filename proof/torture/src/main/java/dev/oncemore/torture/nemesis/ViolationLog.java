package dev.oncemore.torture.nemesis;

import dev.oncemore.torture.net.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects broken promises, up to a bound for each kind. */
final class ViolationLog {
    private static final int KEPT_MAX = 12;
    private static final int KEPT_OF_A_RULE_MAX = 2;

    private final long seed;
    private final long startNanos = System.nanoTime();
    private final List<Violation> kept = new ArrayList<>();
    private final Map<String, Long> byRule = new TreeMap<>();

    ViolationLog(long seed) {
        this.seed = seed;
    }

    /** A timeline with times since the start of this run. */
    Timeline timeline(String subject) {
        return Timeline.of(subject, startNanos);
    }

    synchronized void broken(String rule, Timeline evidence) {
        evidence.add("BROKEN: " + rule);
        long times = byRule.merge(rule, 1L, Long::sum);
        if (times <= KEPT_OF_A_RULE_MAX && kept.size() < KEPT_MAX) {
            kept.add(new Violation(seed, rule, evidence.toString()));
        }
    }

    synchronized List<Violation> kept() {
        return List.copyOf(kept);
    }

    /** How often each rule was broken. */
    synchronized Map<String, Long> byRule() {
        return new TreeMap<>(byRule);
    }

    synchronized long count() {
        return byRule.values().stream().mapToLong(Long::longValue).sum();
    }
}
