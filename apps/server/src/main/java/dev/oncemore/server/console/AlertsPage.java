package dev.oncemore.server.console;

import dev.oncemore.operations.alert.AlertService;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.server.access.Role;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Where alerts go, what was sent last, and a button that sends a test. */
public final class AlertsPage {
    private final AlertService alerts;
    private final Acts acts;

    /** A page about these alerts. */
    public AlertsPage(AlertService alerts, Acts acts) {
        this.alerts = alerts;
        this.acts = acts;
    }

    /** What is shown. */
    public record View(String sentence, List<String> channels, List<Row> latest, String deliveries) {}

    /** An alert that was sent. */
    public record Row(String at, String ago, String severity, String name, String summary, long times) {}

    /** Adds it. */
    public void addTo(RoutesConfig routes) {
        routes.get("/alerts", context -> Forms.show(context, "alerts", "Alerts", view()), Role.VIEWER);
        routes.post("/alerts/test", this::test, Role.OPERATOR);
    }

    private View view() {
        Instant now = alerts.now();
        List<String> channels = alerts.channels();
        List<Row> latest = alerts.latest().stream()
                .map(sent -> new Row(
                        sent.at().toString(),
                        Words.ago(sent.at(), now),
                        sent.severity().toLowerCase(Locale.ROOT),
                        sent.name().replace('_', ' '),
                        sent.summary(),
                        sent.times()))
                .toList();
        String sentence = channels.isEmpty()
                ? "No alert channel is set"
                : latest.isEmpty()
                        ? "No alert was sent yet"
                        : "The last alert was sent " + latest.get(0).ago();
        return new View(sentence, channels, latest, "/log?kind=" + Words.encoded(AlertService.KIND));
    }

    private void test(Context context) {
        acts.run(alerts.test(Forms.by(context)));
        context.redirect("/alerts?done=alerted");
    }
}
