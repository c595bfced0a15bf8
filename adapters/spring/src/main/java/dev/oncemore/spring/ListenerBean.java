package dev.oncemore.spring;

import dev.oncemore.http.client.HttpRetryListener;
import dev.oncemore.observe.Telemetry;
import dev.oncemore.once.OnceEvent;
import dev.oncemore.once.OnceListener;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.RunScope;
import dev.oncemore.task.TaskEvent;
import dev.oncemore.task.TaskListener;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.store.Task;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A listener of one kind as one of all kinds, so that several can be combined. */
record ListenerBean(
        @Nullable RetryListener retries,
        @Nullable OnceListener records,
        @Nullable TaskListener tasks) implements Telemetry {

    @Override
    public void on(RetryEvent event) {
        if (retries != null) {
            retries.on(event);
        }
    }

    @Override
    public void onFirstTry(String policy, String operation, long elapsedNanos) {
        if (retries != null) {
            retries.onFirstTry(policy, operation, elapsedNanos);
        }
    }

    @Override
    public RetryListener forCall(RetryPolicy policy, String operation, @Nullable String key) {
        return retries == null ? this : retries.forCall(policy, operation, key);
    }

    @Override
    public void onReady(Retry engine) {
        if (retries != null) {
            retries.onReady(engine);
        }
    }

    @Override
    public Telemetry forHttp() {
        return retries instanceof HttpRetryListener http ? new ListenerBean(http.forHttp(), records, tasks) : this;
    }

    @Override
    public void on(OnceEvent event) {
        if (records != null) {
            records.on(event);
        }
    }

    @Override
    public void on(TaskEvent event) {
        if (tasks != null) {
            tasks.on(event);
        }
    }

    @Override
    public void on(TaskEvent event, Task task) {
        if (tasks != null) {
            tasks.on(event, task);
        }
    }

    @Override
    public RunScope onRun(Task task, int attempt) {
        return tasks == null ? RunScope.NONE : tasks.onRun(task, attempt);
    }

    @Override
    public Map<String, String> headers() {
        return tasks == null ? Map.of() : tasks.headers();
    }

    @Override
    public void onReady(Tasks ready) {
        if (tasks != null) {
            tasks.onReady(ready);
        }
    }
}
