package dev.oncemore.lab.sim;

import java.time.Duration;
import java.util.Arrays;

/** What the callers of one kind saw: calls, attempts, successes and latencies, in all and over time. */
public final class CallFigures {
    private final TimeSlices attemptsOverTime;
    private final TimeSlices successesOverTime;
    private final TimeSlices callsOverTime;
    private final LatencyHistogram latency = new LatencyHistogram();
    private final LatencyHistogram[] latencyOverTime;
    private final long widthNanos;
    private final long[] failedBy = new long[Reply.COUNT];
    private long calls;
    private long attempts;
    private long successes;
    private long failures;
    private long inDoubt;
    private long hedges;
    private long rescued;
    private int attemptsMax;
    private long lastSuccessNanos;

    /**
     * Counts nothing yet.
     *
     * @param slice the width of the slices of time
     * @param end where they end
     */
    public CallFigures(Duration slice, Duration end) {
        attemptsOverTime = new TimeSlices(slice, end);
        successesOverTime = new TimeSlices(slice, end);
        callsOverTime = new TimeSlices(slice, end);
        widthNanos = slice.toNanos();
        latencyOverTime = new LatencyHistogram[successesOverTime.sums().length];
        Arrays.setAll(latencyOverTime, i -> new LatencyHistogram());
    }

    void called(long nowNanos) {
        calls++;
        callsOverTime.add(nowNanos, 1);
    }

    void attempted(long nowNanos) {
        attempts++;
        attemptsOverTime.add(nowNanos, 1);
    }

    void attemptFailed(Reply reply) {
        failedBy[reply.code()]++;
    }

    void hedged() {
        hedges++;
    }

    void ended(long nowNanos, long tookNanos, int ofAttempts, boolean succeeded) {
        attemptsMax = Math.max(attemptsMax, ofAttempts);
        if (!succeeded) {
            failures++;
            return;
        }
        successes++;
        rescued += ofAttempts > 1 ? 1 : 0;
        lastSuccessNanos = nowNanos;
        successesOverTime.add(nowNanos, 1);
        latency.add(tookNanos);
        long slice = nowNanos / widthNanos;
        if (slice < latencyOverTime.length) {
            latencyOverTime[(int) slice].add(tookNanos);
        }
    }

    void inDoubt() {
        inDoubt++;
    }

    /** Calls that began. */
    public long calls() {
        return calls;
    }

    /** Attempts that were sent. */
    public long attempts() {
        return attempts;
    }

    /** Calls that succeeded. */
    public long successes() {
        return successes;
    }

    /** Calls that succeeded after their first attempt had failed. */
    public long rescued() {
        return rescued;
    }

    /** Calls that gave up. */
    public long failures() {
        return failures;
    }

    /** Calls that gave up and do not know whether the effect happened. */
    public long doubtful() {
        return inDoubt;
    }

    /** Second copies that were sent. */
    public long hedges() {
        return hedges;
    }

    /** The most attempts of one call. */
    public int attemptsMax() {
        return attemptsMax;
    }

    /** Failed attempts with this reply. */
    public long failedBy(Reply reply) {
        return failedBy[reply.code()];
    }

    /** The share of ended calls that succeeded. */
    public double successShare() {
        return successes + failures == 0 ? 0 : (double) successes / (successes + failures);
    }

    /** Attempts for each call. */
    public double attemptsPerCall() {
        return calls == 0 ? 0 : (double) attempts / calls;
    }

    /** When the last success was, in seconds. */
    public double lastSuccessSeconds() {
        return lastSuccessNanos / 1e9;
    }

    /** Attempts by time. */
    public TimeSlices attemptsOverTime() {
        return attemptsOverTime;
    }

    /** Successes by time: the goodput. */
    public TimeSlices successesOverTime() {
        return successesOverTime;
    }

    /** Calls that began, by time. */
    public TimeSlices callsOverTime() {
        return callsOverTime;
    }

    /** The latency of successful calls. */
    public LatencyHistogram latency() {
        return latency;
    }

    /** The latency in milliseconds that this share of each slice does not exceed. */
    public double[] latencyOverTime(double share) {
        return Arrays.stream(latencyOverTime)
                .mapToDouble(slice -> slice.millisAt(share))
                .toArray();
    }
}
