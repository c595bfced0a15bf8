package dev.oncemore.torture.nemesis;

import dev.oncemore.torture.net.ProgressLine;
import dev.oncemore.torture.net.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The violations of a campaign: all are counted by rule, and a few of each rule are kept and shown. */
final class ViolationLog {
    private static final int KEPT_MAX = 12;
    private static final int KEPT_OF_A_RULE_MAX = 2;

    private final ProgressLine progress;
    private final long startNanos = System.nanoTime();
    private final List<Violation> kept = new ArrayList<>();
    private final Map<String, Long> byRule = new TreeMap<>();

    ViolationLog(ProgressLine progress) {
        this.progress = progress;
    }

    /** A timeline with times since the start of this run. */
    Timeline timeline(String subject) {
        return Timeline.of(subject, startNanos);
    }

    synchronized void broken(String rule, Timeline evidence) {
        evidence.add("BROKEN: " + rule);
        long times = byRule.merge(rule, 1L, Long::sum);
        if (times <= KEPT_OF_A_RULE_MAX && kept.size() < KEPT_MAX) {
            Violation violation = new Violation(0, rule, evidence.toString());
            kept.add(violation);
            progress.found(violation);
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
