package dev.oncemore.spring;

import dev.oncemore.task.Tasks;
import dev.oncemore.task.Workers;
import dev.oncemore.task.schedule.Schedules;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the workers when everything else runs, and stops them before anything else: they are in the last phase. While they
 * stop, running handlers still have the whole application.
 */
final class WorkerLifecycle implements SmartLifecycle, DisposableBean {
    private final Tasks tasks;
    private final TaskMethods methods;
    private final @Nullable Boolean wanted;
    private @Nullable Schedules schedules;
    /** Read without the lock, which is held while handlers finish: the health check must not wait for them. */
    private volatile @Nullable Workers workers;

    /**
     * Creates it.
     *
     * @param wanted whether workers run; null if it depends on the methods
     */
    WorkerLifecycle(Tasks tasks, TaskMethods methods, @Nullable Boolean wanted) {
        this.tasks = tasks;
        this.methods = methods;
        this.wanted = wanted;
    }

    @Override
    public synchronized void start() {
        boolean starts = wanted == null ? methods.areAny() : wanted;
        if (!starts || workers != null) {
            return;
        }
        if (schedules == null && !methods.schedules().isEmpty()) {
            Schedules declared = Schedules.on(tasks);
            schedules = declared;
            methods.declareOn(declared);
        }
        workers = tasks.start();
    }

    @Override
    public synchronized void stop() {
        Workers running = workers;
        if (running != null) {
            running.close();
            workers = null;
        }
    }

    @Override
    public boolean isRunning() {
        return workers != null;
    }

    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }

    @Override
    public synchronized void destroy() {
        stop();
        if (schedules != null) {
            schedules.close();
        }
    }
}
