package dev.oncemore.examples.cases;

import dev.oncemore.retry.policy.RetryPolicy;
import java.util.List;
import java.util.Locale;

/** The pages as HTML. They load one style sheet and no script. */
final class CaseHtml {
    private static final List<String> COUNTERS = List.of(
            "case_create_attempts_total",
            "case_create_retries_total",
            "case_create_idempotency_duplicate_total",
            "case_create_timeout_total");

    /** More lines than this are a table, which is moved sideways instead of being wrapped. */
    private static final int LINES_OF_TEXT_MAX = 10;

    private CaseHtml() {}

    static String walk(Walk walk) {
        StringBuilder body = new StringBuilder();
        for (StepResult step : walk.done()) {
            body.append("<section><h2>").append(escaped(step.title())).append("</h2><p>");
            boolean isTable = step.seen().size() > LINES_OF_TEXT_MAX;
            body.append(escaped(step.explanation())).append(isTable ? "</p><pre class=\"table\">" : "</p><pre>");
            body.append(escaped(String.join("\n", step.seen()))).append("</pre>");
            body.append(
                            step.isExpected()
                                    ? "<p class=\"good\">✓ as expected</p>"
                                    : "<p class=\"bad\">✗ not as expected</p>")
                    .append("</section>\n");
        }
        body.append("<div id=\"next\">");
        if (walk.hasNext()) {
            button(body, "/next", "Run step " + walk.nextTitle());
        } else {
            body.append("<p>That was the walk. The <a href=\"/dashboard\">dashboard</a> and the"
                    + " <a href=\"/matrix\">failure matrix</a> stay.</p>");
            button(body, "/again", "Start again");
        }
        return page("The walk", "", body.append("</div>").toString());
    }

    static String dashboard(CaseService service) {
        RetryWorth worth = RetryWorth.of(service.client().worth());
        StringBuilder body = new StringBuilder();
        if (worth.calls() == 0) {
            body.append("<p>No calls yet: run the <a href=\"/\">walk</a>.</p>");
        }
        body.append("<section><h2>Does retry raise the success rate?</h2><p class=\"answer\">")
                .append(escaped(worth.successes()))
                .append("</p>");
        bar(body, "first attempts", worth.withoutRetry(), percent(worth.withoutRetry()));
        bar(body, "with retries", worth.withRetry(), percent(worth.withRetry()));
        body.append("</section><section><h2>What latency does it cost?</h2><p class=\"answer\">")
                .append(escaped(worth.latency()))
                .append("</p>");
        double longest = Math.max(1, Math.max(worth.addedMillis(), worth.p95Millis()));
        bar(body, "p50 of all calls", worth.p50Millis() / longest, worth.p50Millis() + " ms");
        bar(body, "p95 of all calls", worth.p95Millis() / longest, worth.p95Millis() + " ms");
        bar(body, "added to a retried call", worth.addedMillis() / longest, worth.addedMillis() + " ms");
        body.append("</section><section><h2>Counters</h2><table><tbody>");
        COUNTERS.forEach(counter -> body.append("<tr><td><code>")
                .append(counter)
                .append("</code></td><td class=\"number\">")
                .append(service.counted(counter))
                .append("</td></tr>"));
        body.append("</tbody></table><p>All meters: <a href=\"/metrics\">/metrics</a>. For Grafana:"
                + " <a href=\"/grafana-dashboard.json\">grafana-dashboard.json</a>.</p></section>");
        return page("Dashboard", "<meta http-equiv=\"refresh\" content=\"5\">", body.toString());
    }

    static String matrix(RetryPolicy policy) {
        StringBuilder body = new StringBuilder("<p>What the policy <code>")
                .append(escaped(policy.name()))
                .append("</code> does about each failure, as its classifier and engine decide."
                        + " <a href=\"/matrix.csv\">As CSV</a>.</p><div class=\"wide\"><table><thead><tr>");
        FailureMatrix.COLUMNS.forEach(
                column -> body.append("<th scope=\"col\">").append(column).append("</th>"));
        body.append("</tr></thead><tbody>\n");
        for (List<String> row : FailureMatrix.of(policy).rows()) {
            body.append("<tr>");
            row.forEach(cell -> body.append("<td>").append(escaped(cell)).append("</td>"));
            body.append("</tr>\n");
        }
        return page("Failure matrix", "", body.append("</tbody></table></div>").toString());
    }

    private static void button(StringBuilder body, String action, String label) {
        body.append("<form method=\"post\" action=\"")
                .append(action)
                .append("\"><button>")
                .append(escaped(label))
                .append("</button></form>");
    }

    private static void bar(StringBuilder body, String label, double share, String value) {
        body.append("<div class=\"bar\"><span>").append(escaped(label)).append("</span><progress max=\"1\" value=\"");
        body.append(String.format(Locale.ROOT, "%.3f", share)).append("\"></progress><b>");
        body.append(escaped(value)).append("</b></div>");
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }

    private static String page(String title, String head, String body) {
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%1$s · Oncemore cases</title>
                <link rel="stylesheet" href="/cases.css">
                %2$s
                </head>
                <body>
                <nav><a href="/">Walk</a> <a href="/dashboard">Dashboard</a> <a href="/matrix">Failure matrix</a> <a href="/metrics">Metrics</a></nav>
                <main>
                <h1>%1$s</h1>
                %3$s
                </main>
                </body>
                </html>
                """.formatted(escaped(title), head, body);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
