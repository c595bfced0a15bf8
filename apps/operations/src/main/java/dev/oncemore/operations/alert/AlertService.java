package dev.oncemore.operations.alert;

import dev.oncemore.By;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.SqlOperations;
import dev.oncemore.observe.alert.Alert;
import dev.oncemore.observe.alert.Alert.Severity;
import dev.oncemore.observe.alert.AlertChannel;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.Outbox;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.TaskRun;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.task.Verdict;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes alerts down and sends them:
 *
 * <ol>
 *   <li>The row of an alert and a task for each channel commit together: an alert is neither lost nor sent by two nodes.
 *   <li>It is sent again only if something new happened, and not before the quiet time is over.
 *   <li>A task that cannot deliver retries for up to ten hours and then is a dead letter, for which there is no alert.
 * </ol>
 */
public final class AlertService {
    /** The kind of tasks that deliver an alert. */
    public static final String KIND = "oncemore.alert";

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int LATEST_MAX = 50;
    private static final int SUBJECT_MAX = 200;
    private static final RetryPolicy POLICY = RetryPolicy.named("alert")
            .maxAttempts(14)
            .backoff(Backoff.exponential(Duration.ofSeconds(5)).cap(Duration.ofHours(4)))
            .attemptTimeout(Duration.ofSeconds(30))
            .noDeadline()
            .build();

    private final Backend backend;
    private final Database database;
    private final TransactionalTasks<Connection> tasks;
    private final AlertSettings settings;
    private final String queue;
    private final Map<String, AlertChannel> channels = new LinkedHashMap<>();

    /** Alerts of this store; their deliveries are tasks of this queue. */
    public AlertService(Backend backend, TransactionalTasks<Connection> tasks, AlertSettings settings, String queue) {
        this.backend = backend;
        this.database = backend.database();
        this.tasks = tasks;
        this.settings = settings;
        this.queue = queue;
        settings.channels().forEach(channel -> channels.put(channel.name(), channel));
        tasks.handle(KIND, String.class, POLICY, this::deliver);
    }

    /**
     * An alert that was sent.
     *
     * @param name what happened
     * @param subject to what
     * @param severity how bad
     * @param summary one sentence
     * @param at when it was last sent
     * @param times how often it was sent
     */
    public record Sent(String name, String subject, String severity, String summary, Instant at, long times) {}

    /** The channels, without their secrets: {@code slack at hooks.slack.com}. */
    public List<String> channels() {
        return channels.values().stream().map(AlertChannel::toString).toList();
    }

    /** What time it is for the store. */
    public Instant now() {
        return backend.tasks().now();
    }

    /** How long one alert stays quiet after it was sent. */
    Duration quiet() {
        return settings.quiet();
    }

    /**
     * Sends an alert, unless it was sent since this happened or within the quiet time. Returns whether it is sent.
     *
     * @param happenedAt when the latest of what it is about happened
     */
    public boolean raise(Alert alert, Instant happenedAt) {
        Instant now = now();
        return database.transact(connection -> {
            SqlOperations here = database.within(connection);
            boolean isNew = here.insertNew(
                            "oncemore_alert (id, name, subject, severity, summary, at, times)",
                            List.of(List.of(
                                    alert.key(),
                                    alert.name(),
                                    cut(alert.subject()),
                                    alert.severity().name(),
                                    alert.summary(),
                                    now.toEpochMilli(),
                                    1L)))
                    == 1;
            boolean isSent = isNew
                    || here.update(
                                    "UPDATE oncemore_alert SET summary = ?, at = ?, times = times + 1 WHERE id = ? AND at < ?"
                                            + " AND at <= ?",
                                    alert.summary(),
                                    now.toEpochMilli(),
                                    alert.key(),
                                    happenedAt.toEpochMilli(),
                                    now.minus(settings.quiet()).toEpochMilli())
                            == 1;
            if (isSent) {
                enqueue(tasks.within(connection), alert);
            }
            return isSent;
        });
    }

    /** Sends a test alert to each channel, and answers the tasks. */
    public Act<List<String>> test(By by) {
        if (channels.isEmpty()) {
            throw Rejected.conflict("no channel is set; start the server with ONCEMORE_ALERT_SLACK,"
                    + " ONCEMORE_ALERT_PAGERDUTY or --alert-webhook");
        }
        Alert test = new Alert("test", by.who(), Severity.WARNING, "A test of Oncemore's alerts, sent by " + by.who());
        return here -> {
            here.audit(by, "alerts tested", String.join(", ", channels()));
            return enqueue(tasks.within(here.connection()), test);
        };
    }

    private List<String> enqueue(Outbox outbox, Alert alert) {
        return channels.keySet().stream()
                .map(channel -> outbox.enqueue(
                                KIND,
                                written(alert, channel),
                                TaskOptions.standard().queue(queue))
                        .id())
                .toList();
    }

    private Verdict deliver(String payload, TaskRun run) throws Exception {
        JsonNode written = JSON.readTree(payload);
        String name = written.path("channel").asString();
        AlertChannel channel = channels.get(name);
        if (channel == null) {
            return Verdict.rejected("the channel " + name + " is no longer set");
        }
        channel.send(
                new Alert(
                        written.path("name").asString(),
                        written.path("subject").asString(),
                        Severity.valueOf(written.path("severity").asString()),
                        written.path("summary").asString()),
                run.key());
        return Verdict.done("sent");
    }

    private static String written(Alert alert, String channel) {
        ObjectNode written = JSON.createObjectNode();
        written.put("channel", channel);
        written.put("name", alert.name());
        written.put("subject", alert.subject());
        written.put("severity", alert.severity().name());
        written.put("summary", alert.summary());
        return JSON.writeValueAsString(written);
    }

    /** Those sent last, the latest first. */
    public List<Sent> latest() {
        return database.query(
                "SELECT name, subject, severity, summary, at, times FROM oncemore_alert ORDER BY at DESC LIMIT "
                        + LATEST_MAX,
                row -> new Sent(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        Instant.ofEpochMilli(row.getLong(5)),
                        row.getLong(6)));
    }

    /** Forgets up to this many alerts that were last sent before this, and returns how many. */
    public int purge(Instant before, int rowsMax) {
        Optional<Long> last = database
                .query(
                        "SELECT at FROM oncemore_alert WHERE at < ? ORDER BY at LIMIT " + rowsMax,
                        row -> row.getLong(1),
                        before.toEpochMilli())
                .stream()
                .reduce((first, second) -> second);
        return last.map(at -> database.update("DELETE FROM oncemore_alert WHERE at <= ?", at))
                .orElse(0);
    }

    private static String cut(String text) {
        return text.length() <= SUBJECT_MAX ? text : text.substring(0, SUBJECT_MAX - 1) + "…";
    }
}
