package dev.oncemore.examples.cases;

import dev.oncemore.observe.report.RetryReport;
import java.util.Locale;

/**
 * What retries were worth: the two questions of the dashboard.
 *
 * @param calls calls that made an attempt
 * @param withoutRetry the share that succeeded at the first attempt
 * @param withRetry the share that succeeded at last
 * @param addedMillis the mean latency that retries added to a retried call
 * @param p50Millis half of all calls took no longer
 * @param p95Millis 95 % of all calls took no longer
 */
record RetryWorth(long calls, double withoutRetry, double withRetry, long addedMillis, long p50Millis, long p95Millis) {

    static RetryWorth of(RetryReport.Line line) {
        double calls = Math.max(1, line.calls());
        return new RetryWorth(
                line.calls(),
                (line.calls() - line.firstFailures()) / calls,
                (line.calls() - line.firstFailures() + line.rescued()) / calls,
                line.meanLatencyAdded().toMillis(),
                line.p50().toMillis(),
                line.p95().toMillis());
    }

    boolean hasHelped() {
        return withRetry > withoutRetry;
    }

    String successes() {
        return String.format(
                Locale.ROOT,
                "%.1f %% of %,d calls succeed with retries, %.1f %% would without.",
                withRetry * 100,
                calls,
                withoutRetry * 100);
    }

    String latency() {
        return String.format(
                Locale.ROOT,
                "A retried call takes %,d ms longer; over all calls p50 is %,d ms, p95 %,d ms.",
                addedMillis,
                p50Millis,
                p95Millis);
    }
}
