package dev.oncemore.operations.alert;

import dev.oncemore.jdbc.query.TaskQueries;
import dev.oncemore.jdbc.query.TaskQueries.LetterLine;
import dev.oncemore.observe.alert.Alert;
import dev.oncemore.observe.alert.Alert.Severity;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.operations.Recurrence;
import dev.oncemore.operations.statistics.Health;
import dev.oncemore.task.schedule.ScheduleEvent;
import dev.oncemore.task.store.DeadLetters.Filter;
import dev.oncemore.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Checks every 15 seconds for events that need a person, in the store that all applications and servers share. Every node
 * checks; the {@link AlertService} ensures that only one of them sends.
 */
public final class AlertWatch implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.oncemore.server");
    private static final Duration INTERVAL = Duration.ofSeconds(15);
    /** How far back a first look goes. */
    private static final Duration LOOK_BACK = Duration.ofHours(24);
    /** Transactions may commit late. */
    private static final Duration AGAIN = Duration.ofMinutes(5);

    private static final int ROWS_MAX = 1_000;
    private static final String SAGA = "saga:";
    private static final String BILLING = ScheduleEvent.KIND_PREFIX + "billing";

    private final AlertService alerts;
    private final TaskQueries tasks;
    private final Health health;
    private final Executor executor;
    private final Time time;
    private @Nullable Instant seenUntil;
    private @Nullable Recurrence recurrence;

    /** A watch that raises alerts there. */
    public AlertWatch(AlertService alerts, TaskQueries tasks, Health health, Executor executor, Time time) {
        this.alerts = alerts;
        this.tasks = tasks;
        this.health = health;
        this.executor = executor;
        this.time = time;
    }

    private record Finding(Alert alert, Instant at) {}

    /** Begins. Without a channel there is nothing to do. */
    public void start() {
        if (!alerts.channels().isEmpty()) {
            recurrence = Recurrence.start("looking for alerts", INTERVAL, this::look, executor, time);
        }
    }

    /** Looks once. */
    public synchronized void look() {
        Instant now = alerts.now();
        Instant from = seenUntil == null
                ? now.minus(LOOK_BACK)
                : seenUntil.minus(alerts.quiet()).minus(AGAIN);
        List<Finding> found = new ArrayList<>();
        letters(from, found);
        unknown(found);
        storms(now, found);
        for (Finding finding : found) {
            try {
                alerts.raise(finding.alert(), finding.at());
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "an alert could not be raised; the next look repeats it", e);
            }
        }
        seenUntil = now;
    }

    /** Letters of one cause are one alert; each stuck saga and each failed billing run is one of its own. */
    private void letters(Instant from, List<Finding> found) {
        Map<String, List<LetterLine>> byCause = new LinkedHashMap<>();
        for (LetterLine letter : tasks.latestLetters(Filter.all().diedFrom(from), ROWS_MAX)) {
            if (letter.kind().startsWith(SAGA)) {
                found.add(finding(
                        "saga_stuck",
                        letter.id(),
                        Severity.CRITICAL,
                        "the saga " + letter.kind().substring(SAGA.length()) + " is stuck: " + letter.signature()
                                + "; see /tasks/" + letter.id(),
                        letter.diedAt()));
            } else if (letter.kind().equals(BILLING)) {
                found.add(finding(
                        "billing_failed",
                        letter.id(),
                        Severity.CRITICAL,
                        "the billing run " + letter.id() + " failed: " + letter.signature(),
                        letter.diedAt()));
            } else if (!letter.kind().equals(AlertService.KIND)) {
                byCause.computeIfAbsent(
                                letter.queue() + "/" + letter.kind() + ": " + letter.signature(),
                                none -> new ArrayList<>())
                        .add(letter);
            }
        }
        byCause.forEach((cause, letters) -> found.add(finding(
                "dead_letter",
                cause,
                Severity.ERROR,
                (letters.size() == 1 ? "a task was given up: " : letters.size() + " tasks were given up: ") + cause,
                letters.get(0).diedAt())));
    }

    private void unknown(List<Finding> found) {
        Map<String, List<OnceRecord>> byScope = new LinkedHashMap<>();
        health.unknown(null, ROWS_MAX)
                .forEach(
                        waiting -> byScope.computeIfAbsent(waiting.key().scope().written(), none -> new ArrayList<>())
                                .add(waiting));
        byScope.forEach((scope, records) -> found.add(finding(
                "unknown_outcome",
                scope,
                Severity.ERROR,
                (records.size() == 1 ? "a record waits" : records.size() + " records wait")
                        + " for a person who knows whether it happened: " + scope,
                records.stream()
                        .map(OnceRecord::updatedAt)
                        .max(Comparator.naturalOrder())
                        .orElseThrow())));
    }

    private void storms(Instant now, List<Finding> found) {
        health.storms()
                .forEach(name -> found.add(finding(
                        "retry_storm",
                        name,
                        Severity.ERROR,
                        "a retry storm hits " + (name.isEmpty() ? "something" : name) + "; see /retries",
                        now)));
    }

    private static Finding finding(String name, String subject, Severity severity, String summary, Instant at) {
        return new Finding(new Alert(name, subject, severity, summary), at);
    }

    /** Looks no more. Waits for a look that is under way. */
    @Override
    public void close() {
        if (recurrence != null) {
            recurrence.close();
        }
    }
}
