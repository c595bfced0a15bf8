package dev.oncemore.server.api;

import dev.oncemore.operations.alert.AlertService;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.purge.PurgeService;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.web.Answers;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The endpoints of the server's own recurring work. */
public final class UpkeepApi {
    private final PurgeService purge;
    private final AlertService alerts;

    /** Endpoints for these. */
    public UpkeepApi(PurgeService purge, AlertService alerts) {
        this.purge = purge;
        this.alerts = alerts;
    }

    /** Adds them. */
    public void addTo(ApiRoutes api) {
        api.get(
                        "/api/retention",
                        Role.VIEWER,
                        "retention",
                        "Says what is kept how long, and what the last purge removed.")
                .answers(RetentionInfo.class)
                .by(this::retention);
        api.get("/api/alerts", Role.VIEWER, "alerts", "Says where alerts go, and which were sent last.")
                .answers(AlertList.class)
                .by(this::alerts);
        api.post("/api/alerts/test", Role.OPERATOR, "testAlerts", "Sends a test alert to each channel.")
                .takes(Fields.why())
                .answers(202, AlertTasks.class)
                .acts(this::test);
    }

    private AlertList alerts(Context context) {
        return new AlertList(
                alerts.channels(),
                alerts.latest().stream()
                        .map(sent -> new SentAlert(
                                sent.name(), sent.subject(), sent.severity(), sent.summary(), sent.at(), sent.times()))
                        .toList());
    }

    private Act<AlertTasks> test(Context context) {
        return alerts.test(Bodies.by(context, Answers.body(context))).map(AlertTasks::new);
    }

    record AlertList(List<String> channels, List<SentAlert> latest) {}

    record SentAlert(String name, String subject, String severity, String summary, Instant at, long times) {}

    record AlertTasks(List<String> tasks) {}

    private RetentionInfo retention(Context context) {
        return new RetentionInfo(purge.results().stream()
                .map(part -> new PurgedPart(
                        part.part(),
                        part.kept(),
                        part.at(),
                        part.removed(),
                        part.removedInAll(),
                        part.isComplete(),
                        part.took().toMillis()))
                .toList());
    }

    record RetentionInfo(List<PurgedPart> parts) {}

    record PurgedPart(
            String part,
            String kept,
            @Nullable Instant lastPurgedAt,
            long removed,
            long removedInAll,
            boolean complete,
            long tookMs) {}
}
