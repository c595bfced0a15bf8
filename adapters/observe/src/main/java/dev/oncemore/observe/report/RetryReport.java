package dev.oncemore.observe.report;

import dev.oncemore.observe.json.JsonObject;
import java.time.Duration;
import java.util.List;

/**
 * The benefit and cost of retries over a time window.
 *
 * @param window the time covered
 * @param total the sum of all dependencies
 * @param dependencies the line of each dependency, by name
 * @param duplicatesHeldBack the number of suppressed duplicates
 * @param mismatches the number of keys refused because they came with another payload
 */
public record RetryReport(
        Duration window, Line total, List<Line> dependencies, long duplicatesHeldBack, long mismatches) {

    /**
     * The calls to one dependency.
     *
     * @param dependency its name
     * @param calls calls that made an attempt
     * @param firstFailures of these, those whose first attempt failed
     * @param rescued of these, those that succeeded after a retry
     * @param retries scheduled retries
     * @param retriesIntoOverload of these, those that were throttled or timed out
     * @param latencyAdded the latency that retries added to all calls together
     * @param callsDelayed the number of calls with added latency
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

        /** The share of first failures that retries rescued; 0 without any. */
        public double rescuedShare() {
            return share(rescued, firstFailures);
        }

        /** The mean latency that retries added to a retried call. */
        public Duration meanLatencyAdded() {
            return callsDelayed == 0 ? Duration.ZERO : latencyAdded.dividedBy(callsDelayed);
        }

        /** The share of retries that made an overload worse. */
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

    /** The report as JSON on one line. */
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
