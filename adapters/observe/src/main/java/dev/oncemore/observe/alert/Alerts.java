package dev.oncemore.observe.alert;

import dev.oncemore.observe.Telemetry;
import dev.oncemore.observe.alert.Alert.Severity;
import dev.oncemore.observe.report.ReportWindow;
import dev.oncemore.observe.report.RetryReport;
import dev.oncemore.once.OnceEvent;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.retry.BreakerMode;
import dev.oncemore.retry.GaveUp;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.retry.StopReason;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskEvent;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.saga.SagaEvent;
import dev.oncemore.time.Durations;
import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Sends alerts to people, without another system in between.
 *
 * <pre>{@code
 * Alerts alerts = Alerts.on(store, AlertChannel.slack(slackUrl), AlertChannel.pagerDuty(routingKey));
 * Tasks tasks = Tasks.on(taskStore, TaskSettings.standard().listener(alerts));
 * }</pre>
 *
 * <p>Alerts: {@code breaker_open}, {@code budget_exhausted}, {@code retry_storm}, {@code unknown_outcome},
 * {@code dead_letter}, {@code dead_letters_ageing}, {@code lane_blocked}, {@code saga_stuck}, {@code call_broken}. The
 * same alert is sent once per quiet period of an hour, by however many nodes share the store.
 */
public final class Alerts implements Telemetry, AutoCloseable {
    private static final Duration QUIET = Duration.ofHours(1);
    private static final Duration QUIET_MIN = Duration.ofMinutes(1);
    private static final Duration QUIET_MAX = Duration.ofDays(7);
    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(30);
    private static final Duration STORM_WINDOW = Duration.ofMinutes(1);
    private static final int STORM_RETRIES_MIN = 50;
    private static final double STORM_SHARE_MIN = 0.5;

    private final Delivery delivery;
    private final Time time;
    private final Executor executor;
    private final @Nullable AlertThread ownThread;
    private final ReportWindow window;
    private final List<LetterWatch> letters = new CopyOnWriteArrayList<>();
    private Time.@Nullable Alarm nextLook;
    private boolean closed;

    private Alerts(
            RecordStore store,
            List<AlertChannel> channels,
            Duration quiet,
            Time time,
            Executor executor,
            @Nullable AlertThread ownThread) {
        if (quiet.compareTo(QUIET_MIN) < 0 || quiet.compareTo(QUIET_MAX) > 0) {
            throw new IllegalArgumentException("quiet must be between " + Durations.format(QUIET_MIN) + " and "
                    + Durations.format(QUIET_MAX) + ", but is " + Durations.format(quiet));
        }
        this.time = time;
        this.executor = executor;
        this.ownThread = ownThread;
        delivery = new Delivery(store, channels, quiet, time, executor);
        window = ReportWindow.over(STORM_WINDOW, time);
    }

    /** Sends alerts to these channels on one daemon thread; this store records the sent ones. */
    public static Alerts on(RecordStore store, AlertChannel... channels) {
        AlertThread thread = AlertThread.start();
        return started(new Alerts(store, List.of(channels), QUIET, Time.system(), thread, thread));
    }

    /**
     * As {@link #on(RecordStore, AlertChannel...)}, with your own quiet period (1 min to 7 days), time and executor.
     */
    public static Alerts on(RecordStore store, Duration quiet, Time time, Executor executor, AlertChannel... channels) {
        return started(new Alerts(store, List.of(channels), quiet, time, executor, null));
    }

    private static Alerts started(Alerts alerts) {
        alerts.awaitNextLook();
        return alerts;
    }

    @Override
    public void onFirstTry(String policy, String operation, long elapsedNanos) {
        window.onFirstTry(policy, operation, elapsedNanos);
    }

    @Override
    public RetryListener forCall(RetryPolicy policy, String operation, @Nullable String key) {
        RetryListener counting = window.forCall(policy, operation, key);
        return new RetryListener() {
            @Override
            public void on(RetryEvent event) {
                counting.on(event);
                Alerts.this.on(event);
            }

            @Override
            public void onFirstTry(String name, String operation, long elapsedNanos) {
                counting.onFirstTry(name, operation, elapsedNanos);
            }
        };
    }

    @Override
    public void on(RetryEvent event) {
        String dependency = event.policy();
        if (event instanceof RetryEvent.BreakerChanged changed && changed.to() == BreakerMode.OPEN) {
            raise("breaker_open", dependency, Severity.ERROR, dependency + ": the circuit breaker opened");
        } else if (event instanceof RetryEvent.Abandoned abandoned
                && abandoned.facts().reason() == StopReason.BUDGET) {
            raise(
                    "budget_exhausted",
                    dependency,
                    Severity.WARNING,
                    dependency + ": the retry budget is used up; calls fail without retries");
        } else if (event instanceof RetryEvent.Abandoned abandoned) {
            onBroken(abandoned.facts());
        }
    }

    /** A bug or a broken configuration fails every call, so a person must act. Returned values are answers. */
    private void onBroken(GaveUp facts) {
        Throwable failure = facts.failure();
        FailureKind kind =
                facts.classification() == null ? null : facts.classification().kind();
        boolean bug = kind == FailureKind.PROGRAMMER_ERROR;
        if (failure != null && facts.reason() == StopReason.NOT_RETRYABLE && (bug || kind == FailureKind.PERMANENT)) {
            raise(
                    "call_broken",
                    facts.policy(),
                    bug ? Severity.ERROR : Severity.WARNING,
                    facts.policy() + ": a call fails and no retry can help: "
                            + failure.getClass().getSimpleName()
                            + "; fix the code or the configuration, or add a rule to the classifier");
        }
    }

    @Override
    public void on(OnceEvent event) {
        if (event instanceof OnceEvent.Finished finished && finished.state() == RecordState.UNKNOWN) {
            String operation = event.key().scope().operation();
            raise(
                    "unknown_outcome",
                    operation,
                    Severity.ERROR,
                    operation + ": the outcome of an effect is unknown; check the UNKNOWN records");
        }
    }

    @Override
    public void on(TaskEvent event) {
        if (event instanceof TaskEvent.Dead dead) {
            String subject = dead.queue() + "/" + dead.kind();
            raise("dead_letter", subject, Severity.ERROR, subject + ": a task was given up: " + dead.signature());
        } else if (event instanceof TaskEvent.Blocked blocked) {
            String subject = blocked.queue() + "/" + blocked.kind();
            raise("lane_blocked", subject, Severity.ERROR, subject + ": a lane is blocked: " + blocked.reason());
        }
    }

    @Override
    public void onReady(Tasks tasks) {
        letters.add(new LetterWatch(tasks, delivery));
    }

    @Override
    public void on(SagaEvent event) {
        if (event instanceof SagaEvent.Stuck stuck) {
            raise(
                    "saga_stuck",
                    stuck.saga() + "/" + stuck.step(),
                    Severity.CRITICAL,
                    stuck.saga() + ": the step " + stuck.step() + " can not be taken back: " + stuck.reason());
        }
    }

    private void raise(String name, String subject, Severity severity, String summary) {
        delivery.raise(new Alert(name, subject, severity, summary));
    }

    private synchronized void awaitNextLook() {
        if (!closed) {
            nextLook = time.alarm(LOOK_INTERVAL.toNanos(), this::look);
        }
    }

    private void look() {
        for (RetryReport.Line line : window.report().dependencies()) {
            if (line.retries() >= STORM_RETRIES_MIN && line.retries() > STORM_SHARE_MIN * line.calls()) {
                raise(
                        "retry_storm",
                        line.dependency(),
                        Severity.ERROR,
                        line.dependency() + ": " + line.retries() + " retries for " + line.calls()
                                + " calls within a minute");
            }
        }
        letters.forEach(watch -> watch.lookOn(executor));
        awaitNextLook();
    }

    /** Stops watching, and ends its thread once all queued alerts are sent. */
    @Override
    public synchronized void close() {
        closed = true;
        if (nextLook != null) {
            nextLook.cancel();
        }
        window.close();
        if (ownThread != null) {
            ownThread.close();
        }
    }
}
