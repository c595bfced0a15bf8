package dev.oncemore.lab.sim;

import java.time.Duration;

/** What a dependency did: requests, refusals, effects, duplicates, and work for callers that had left. */
public final class DependencyFigures {
    private final TimeSlices arrivalsOverTime;
    private final TimeSlices queueOverTime;
    private final TimeSlices duplicatesOverTime;
    private long arrivals;
    private double queueSum;
    private long refused;
    private long throttled;
    private long dropped;
    private long worked;
    private long wasted;
    private long workNanos;
    private long wastedNanos;
    private long longestNanos;
    private long effects;
    private long duplicates;
    private long replays;

    /**
     * Counts nothing yet.
     *
     * @param slice the width of the slices of time
     * @param end where they end
     */
    public DependencyFigures(Duration slice, Duration end) {
        arrivalsOverTime = new TimeSlices(slice, end);
        queueOverTime = new TimeSlices(slice, end);
        duplicatesOverTime = new TimeSlices(slice, end);
    }

    void arrived(long nowNanos, int queueLength) {
        arrivals++;
        queueSum += queueLength;
        arrivalsOverTime.add(nowNanos, 1);
        queueOverTime.add(nowNanos, queueLength);
    }

    void refused() {
        refused++;
    }

    void throttled() {
        throttled++;
    }

    void dropped() {
        dropped++;
    }

    void worked(long nanos, long forNobodyNanos, long sinceOriginNanos) {
        longestNanos = Math.max(longestNanos, sinceOriginNanos);
        worked++;
        workNanos += nanos;
        if (forNobodyNanos > 0) {
            wasted++;
            wastedNanos += forNobodyNanos;
        }
    }

    void effective() {
        effects++;
    }

    void duplicated(long nanos) {
        duplicates++;
        duplicatesOverTime.add(nanos, 1);
    }

    void replayed() {
        replays++;
    }

    /** Requests that arrived. */
    public long arrivals() {
        return arrivals;
    }

    /** The mean length of the queue that requests found. */
    public double queueMean() {
        return arrivals == 0 ? 0 : queueSum / arrivals;
    }

    /** Requests that were refused at once. */
    public long refusals() {
        return refused;
    }

    /** Requests that were throttled. */
    public long throttles() {
        return throttled;
    }

    /** Requests that were dropped because their caller had left. */
    public long drops() {
        return dropped;
    }

    /** Requests that were worked on to the end. */
    public long completed() {
        return worked;
    }

    /** Of these, requests whose caller had left before the end. */
    public long wasted() {
        return wasted;
    }

    /** The share of working time spent for callers that had left. */
    public double wastedShare() {
        return workNanos == 0 ? 0 : (double) wastedNanos / workNanos;
    }

    /** The longest time after the beginning of a user's call at which its work ended, in seconds. */
    public double longestWorkSeconds() {
        return longestNanos / 1e9;
    }

    /** Calls whose effect happened at least once. */
    public long effects() {
        return effects;
    }

    /** Effects beyond the first of their call. */
    public long duplicates() {
        return duplicates;
    }

    /** Repeated requests that a key recognised. */
    public long replays() {
        return replays;
    }

    /** Requests by time. */
    public TimeSlices arrivalsOverTime() {
        return arrivalsOverTime;
    }

    /** The mean queue that requests found, by time. */
    public double[] queueByTime() {
        return queueOverTime.over(arrivalsOverTime);
    }

    /** Duplicates by time. */
    public TimeSlices duplicatesOverTime() {
        return duplicatesOverTime;
    }
}
