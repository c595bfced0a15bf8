package dev.oncemore.torture.nemesis;

import java.util.Map;
import java.util.TreeMap;

/** Counters of a campaign. */
final class CampaignCounters {
    private final Map<String, Long> faults = new TreeMap<>();
    private final Map<String, Long> counts = new TreeMap<>();
    private long toldMillisMax;
    private long inProgressMillisMax;
    private long drainedMillisMax;

    synchronized void landed(String fault) {
        faults.merge(fault, 1L, Long::sum);
    }

    synchronized void count(String what, long more) {
        counts.merge(what, more, Long::sum);
    }

    synchronized void told(long millis) {
        counts.merge("stale runs told", 1L, Long::sum);
        toldMillisMax = Math.max(toldMillisMax, millis);
    }

    synchronized void inProgress(long millis) {
        inProgressMillisMax = Math.max(inProgressMillisMax, millis);
    }

    synchronized void drained(long millis) {
        drainedMillisMax = Math.max(drainedMillisMax, millis);
    }

    synchronized long drainedMillisMax() {
        return drainedMillisMax;
    }

    synchronized long faults(String fault) {
        return faults.getOrDefault(fault, 0L);
    }

    synchronized Map<String, Long> faults() {
        return new TreeMap<>(faults);
    }

    synchronized long counted(String what) {
        return counts.getOrDefault(what, 0L);
    }

    synchronized long toldMillisMax() {
        return toldMillisMax;
    }

    synchronized long inProgressMillisMax() {
        return inProgressMillisMax;
    }
}
