package dev.oncemore.observe.report;

import dev.oncemore.observe.json.JsonObject;
import java.time.Duration;
import java.util.List;

/**
 * The four questions about retries, answered over a window of time.
 *
 * @param window the time that it covers
 * @param total of all dependencies
 * @param dependencies of each, by name
 * @param duplicatesHeldBack how many duplicates were answered without doing anything
 * @param mismatches how many keys came with another payload, and were refused
 */
public record RetryReport(
        Duration window, Line total, List<Line> dependencies, long duplicatesHeldBack, long mismatches) {

    /**
     * The calls to one dependency.
     *
     * @param dependency its name
     * @param calls calls that made an attempt
     * @param firstFailures of these, those whose first attempt failed
     * @param rescued of these, those that a retry made a success
     * @param retries retries that were decided on
     * @param retriesIntoOverload of these, those that were throttled or timed out
     * @param latencyAdded by retries to all calls together
     * @param callsDelayed how many calls that was
     */
    public record Line(
            String dependency,
            long calls,
            long firstFailures,
            long rescued,
            long retries,
            long retriesIntoOverload,
            Duration latencyAdded,
            long callsDelayed) {

        /** What share of first failures retries rescued; 0 when there were none. */
        public double rescuedShare() {
            return share(rescued, firstFailures);
        }

        /** What retries added to a call that was retried, on average. */
        public Duration meanLatencyAdded() {
            return callsDelayed == 0 ? Duration.ZERO : latencyAdded.dividedBy(callsDelayed);
        }

        /** What share of retries made an overload worse. */
        public double overloadShare() {
            return share(retriesIntoOverload, retries);
        }

        private static double share(long part, long whole) {
            return whole == 0 ? 0 : (double) part / whole;
        }

        private JsonObject json() {
            return new JsonObject()
                    .add("dependency", dependency)
                    .add("calls", calls)
                    .add("firstFailures", firstFailures)
                    .add("rescued", rescued)
                    .add("rescuedShare", rescuedShare())
                    .add("retries", retries)
                    .add("retriesIntoOverload", retriesIntoOverload)
                    .add("overloadShare", overloadShare())
                    .add("latencyAddedMs", latencyAdded.toNanos() / 1e6)
                    .add("meanLatencyAddedMs", meanLatencyAdded().toNanos() / 1e6)
                    .add("callsDelayed", callsDelayed);
        }
    }

    /** The same as JSON on one line. */
    public String toJson() {
        return new JsonObject()
                .add("windowSeconds", window.toNanos() / 1e9)
                .add("duplicatesHeldBack", duplicatesHeldBack)
                .add("mismatches", mismatches)
                .add("total", total.json())
                .addAll("dependencies", dependencies, Line::json)
                .toString();
    }
}
