package dev.oncemore.server.serve;

import dev.oncemore.operations.HistoryOperations;
import dev.oncemore.operations.Operations;
import dev.oncemore.operations.SagaOperations;
import dev.oncemore.operations.ScheduleOperations;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.operations.statistics.Health;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.server.api.ApiRoutes;
import dev.oncemore.server.api.HealthApi;
import dev.oncemore.server.api.WorkApi;
import dev.oncemore.server.console.HistoryPage;
import dev.oncemore.server.console.LabPage;
import dev.oncemore.server.console.Live;
import dev.oncemore.server.console.OverviewPage;
import dev.oncemore.server.console.RecordPage;
import dev.oncemore.server.console.RetriesPage;
import dev.oncemore.server.console.SagasPage;
import dev.oncemore.server.console.SchedulesPage;
import dev.oncemore.task.Tasks;
import dev.oncemore.time.Time;
import io.javalin.config.RoutesConfig;

/** The pages and endpoints about how things go, and about what applications do on the store. */
final class OnCall {
    private final ScheduleOperations schedules;
    private final SagaOperations sagas;
    private final HistoryOperations history;
    private final Operations operations;
    private final Acts acts;
    private final Health health;

    OnCall(Backend backend, Tasks tasks, Acts acts, Operations operations, Health health) {
        this.acts = acts;
        this.operations = operations;
        this.health = health;
        schedules = new ScheduleOperations(backend.tasks());
        sagas = new SagaOperations(backend, tasks);
        history = new HistoryOperations(backend);
    }

    Live live(Tasks tasks) {
        return new Live(operations, history, tasks.settings().executor(), Time.system());
    }

    void addTo(ApiRoutes api, RoutesConfig routes) {
        new WorkApi(schedules, sagas, history, operations).addTo(api);
        new HealthApi(health).addTo(api);
        new OverviewPage(operations, health).addTo(routes);
        new RetriesPage(health, operations).addTo(routes);
        new RecordPage(operations, health).addTo(routes);
        new SchedulesPage(schedules, acts).addTo(routes);
        new SagasPage(sagas, acts).addTo(routes);
        new HistoryPage(history, operations, acts).addTo(routes);
        new LabPage().addTo(routes);
    }
}
