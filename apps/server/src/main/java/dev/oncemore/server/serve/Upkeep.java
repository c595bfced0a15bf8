package dev.oncemore.server.serve;

import dev.oncemore.desk.sheet.RowLog;
import dev.oncemore.operations.Recurrence;
import dev.oncemore.operations.alert.AlertService;
import dev.oncemore.operations.alert.AlertWatch;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.operations.callback.CallbackService;
import dev.oncemore.operations.purge.PurgeService;
import dev.oncemore.operations.purge.Retention;
import dev.oncemore.operations.statistics.Health;
import dev.oncemore.operations.statistics.Samples;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.api.ApiRoutes;
import dev.oncemore.server.api.UpkeepApi;
import dev.oncemore.server.console.AlertsPage;
import dev.oncemore.server.console.RetentionPage;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.task.schedule.Schedules;
import dev.oncemore.time.Time;
import io.javalin.config.RoutesConfig;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The server's own recurring work, on one of all nodes that share the store. */
final class Upkeep implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.oncemore.server");
    private static final String QUEUE = "oncemore-server";
    private static final Duration CALLBACK_INTERVAL = Duration.ofSeconds(1);
    private static final Duration REFUSED_INTERVAL = Duration.ofMinutes(10);

    private final PurgeService purge;
    private final AlertService alerts;
    private final AlertWatch watch;
    private final CallbackService callbacks;
    private final Executor executor;
    private final Acts acts;
    private final Authenticator authenticator;
    private @Nullable Recurrence callbackLooks;
    private @Nullable Recurrence refusedLogins;

    Upkeep(
            Backend backend,
            TransactionalTasks<Connection> tasks,
            ServerSettings settings,
            Samples samples,
            Health health,
            RowLog rowLog,
            Authenticator authenticator,
            Acts acts) {
        Retention retention = settings.retention();
        this.acts = acts;
        this.authenticator = authenticator;
        this.executor = tasks.settings().executor();
        this.callbacks = new CallbackService(backend, tasks, settings.callbacks());
        this.alerts = new AlertService(backend, tasks, settings.alerts(), QUEUE);
        this.watch = new AlertWatch(alerts, backend.taskQueries(), health, executor, Time.system());
        this.purge = new PurgeService(backend, retention, Time.system())
                .add(
                        "alerts",
                        PurgeService.days(retention.tasks()) + " after they were last sent",
                        (rows, now) -> alerts.purge(now.minus(retention.tasks()), rows))
                .add(
                        "callbacks",
                        PurgeService.days(retention.tasks()) + " after the last end was told",
                        (rows, now) -> callbacks.purge(now.minus(retention.tasks()), rows))
                .add(
                        "row log",
                        PurgeService.days(retention.rowLog()),
                        (rows, now) -> rowLog.purge(now.minus(retention.rowLog()), rows))
                .add("sessions and tokens", "until they expire", (rows, now) -> authenticator.purge(rows))
                .add("statistics", "25 hours", samples::purge);
    }

    /** The queues of this work. */
    static Map<String, QueueSettings> queues() {
        Map<String, QueueSettings> queues = new HashMap<>(CallbackService.queues());
        queues.put(QUEUE, QueueSettings.standard().concurrency(2).prefetch(0));
        return queues;
    }

    PurgeService purge() {
        return purge;
    }

    CallbackService callbacks() {
        return callbacks;
    }

    AlertWatch watch() {
        return watch;
    }

    void start(Schedules schedules) {
        purge.schedule(schedules, QUEUE);
        watch.start();
        refusedLogins = Recurrence.start(
                "counting refused logins", REFUSED_INTERVAL, authenticator::flush, executor, Time.system());
        if (callbacks.isOn()) {
            callbackLooks = Recurrence.start(
                    "looking for callbacks", CALLBACK_INTERVAL, callbacks::look, executor, Time.system());
        }
    }

    @Override
    public void close() {
        watch.close();
        if (callbackLooks != null) {
            callbackLooks.close();
        }
        if (refusedLogins != null) {
            refusedLogins.close();
            countRefusedLogins();
        }
    }

    /** A store that fails now must not keep the rest of the server open. */
    private void countRefusedLogins() {
        try {
            authenticator.flush();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "the number of refused logins could not be written to the audit trail", e);
        }
    }

    void addTo(ApiRoutes api, RoutesConfig routes) {
        new UpkeepApi(purge, alerts).addTo(api);
        new AlertsPage(alerts, acts).addTo(routes);
        new RetentionPage(purge).addTo(routes);
    }
}
