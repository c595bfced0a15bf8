package dev.oncemore.spring;

import dev.oncemore.retry.BreakerMode;
import dev.oncemore.retry.Retries;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.store.DeadLetters.Filter;
import java.util.List;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Down if the tables of tasks cannot be read. Dead letters and open breakers are details: a restart of the application would
 * not help.
 */
final class OncemoreHealth extends AbstractHealthIndicator {
    private final Tasks tasks;
    private final Retries retries;
    private final WorkerLifecycle workers;

    OncemoreHealth(Tasks tasks, Retries retries, WorkerLifecycle workers) {
        super("the tables of records and tasks cannot be read");
        this.tasks = tasks;
        this.retries = retries;
        this.workers = workers;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        List<String> open = retries.status().entrySet().stream()
                .filter(engine ->
                        engine.getValue().breaker() != null && engine.getValue().breaker() != BreakerMode.CLOSED)
                .map(engine -> engine.getKey())
                .toList();
        builder.up()
                .withDetail("workers", workers.isRunning() ? "running" : "stopped")
                .withDetail("deadLetters", tasks.deadLetters().count(Filter.all()))
                .withDetail("openBreakers", open);
    }
}
