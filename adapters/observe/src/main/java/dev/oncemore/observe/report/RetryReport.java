package dev.oncemore.observe.report;

import dev.oncemore.observe.json.JsonObject;
import dev.oncemore.retry.BreakerMode;
import dev.oncemore.retry.RetryStatus;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The benefit and cost of retries over a time window.
 *
 * @param window the time covered
 * @param total the sum of all dependencies
 * @param dependencies the line of each dependency, by name
 * @param engines the state of the engines now, by name
 * @param duplicatesHeldBack the number of suppressed duplicates
 * @param mismatches the number of keys refused because they came with another payload
 */
public record RetryReport(
        Duration window,
        Line total,
        List<Line> dependencies,
        List<EngineState> engines,
        long duplicatesHeldBack,
        long mismatches) {

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
     * @param p50 the duration that half of the calls did not exceed, up to a quarter too high; zero without calls
     * @param p95 the same for 95 % of the calls
     * @param p99 the same for 99 % of the calls
     */
    public record Line(
            String dependency,
            long calls,
            long firstFailures,
            long rescued,
            long retries,
            long retriesIntoOverload,
            Duration latencyAdded,
            long callsDelayed,
            Duration p50,
            Duration p95,
            Duration p99) {

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
            JsonObject json = new JsonObject()
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
            if (!p99.isZero()) {
                json.add("p50Ms", p50.toNanos() / 1e6)
                        .add("p95Ms", p95.toNanos() / 1e6)
                        .add("p99Ms", p99.toNanos() / 1e6);
            }
            return json;
        }
    }

    /**
     * The state of an engine.
     *
     * @param policy the name of its policy
     * @param status its state
     */
    public record EngineState(String policy, RetryStatus status) {
        private JsonObject json() {
            BreakerMode breaker = status.breaker();
            JsonObject json = new JsonObject()
                    .add("policy", policy)
                    .add("breaker", breaker == null ? null : breaker.name())
                    .add("running", status.running())
                    .add("queued", status.queued());
            return status.budgetRemaining() == Long.MAX_VALUE
                    ? json
                    : json.add("budgetRemaining", status.budgetRemaining());
        }
    }

    /** This report with the busiest dependencies only, and as many engines. */
    RetryReport busiest(int most) {
        List<Line> kept = dependencies.stream()
                .sorted(Comparator.comparingLong(Line::calls).reversed())
                .limit(most)
                .sorted(Comparator.comparing(Line::dependency))
                .toList();
        return new RetryReport(
                window, total, kept, engines.stream().limit(most).toList(), duplicatesHeldBack, mismatches);
    }

    /** The report as JSON on one line. */
    public String toJson() {
        return json(null);
    }

    /** As {@link #toJson}, with the application that sends it. */
    String json(@Nullable String source) {
        return new JsonObject()
                .add("source", source)
                .add("windowSeconds", window.toNanos() / 1e9)
                .add("duplicatesHeldBack", duplicatesHeldBack)
                .add("mismatches", mismatches)
                .add("total", total.json())
                .addAll("dependencies", dependencies, Line::json)
                .addAll("engines", engines, EngineState::json)
                .toString();
    }
}
