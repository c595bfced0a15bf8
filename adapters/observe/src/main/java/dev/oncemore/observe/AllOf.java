package dev.oncemore.observe;

import dev.oncemore.once.OnceEvent;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.RunScope;
import dev.oncemore.task.TaskEvent;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.saga.SagaEvent;
import dev.oncemore.task.saga.StepRun;
import dev.oncemore.task.store.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Forwards events to several listeners. The first exception is thrown after all of them have received the event. */
final class AllOf implements Telemetry {
    private final Telemetry[] parts;

    AllOf(List<Telemetry> parts) {
        this.parts = parts.toArray(Telemetry[]::new);
    }

    /** Without a lambda: this is the success path, which allocates nothing. */
    @Override
    public void onFirstTry(String policy, String operation, long elapsedNanos) {
        RuntimeException thrown = null;
        for (Telemetry part : parts) {
            try {
                part.onFirstTry(policy, operation, elapsedNanos);
            } catch (RuntimeException e) {
                thrown = thrown == null ? e : thrown;
            }
        }
        if (thrown != null) {
            throw thrown;
        }
    }

    @Override
    public RetryListener forCall(RetryPolicy policy, String operation, @Nullable String key) {
        RetryListener[] ofCall = new RetryListener[parts.length];
        for (int i = 0; i < parts.length; i++) {
            ofCall[i] = parts[i].forCall(policy, operation, key);
        }
        return new OfCall(ofCall);
    }

    @Override
    public void onReady(Retry engine) {
        each(parts, part -> part.onReady(engine));
    }

    @Override
    public void on(RetryEvent event) {
        each(parts, part -> part.on(event));
    }

    @Override
    public void on(OnceEvent event) {
        each(parts, part -> part.on(event));
    }

    @Override
    public void on(TaskEvent event) {
        each(parts, part -> part.on(event));
    }

    @Override
    public void on(TaskEvent event, Task task) {
        each(parts, part -> part.on(event, task));
    }

    @Override
    public void onReady(Tasks tasks) {
        each(parts, part -> part.onReady(tasks));
    }

    @Override
    public void on(SagaEvent event) {
        each(parts, part -> part.on(event));
    }

    @Override
    public Telemetry forHttp() {
        return new AllOf(Stream.of(parts).map(Telemetry::forHttp).toList());
    }

    @Override
    public Map<String, String> headers() {
        Map<String, String> all = new HashMap<>();
        each(parts, part -> part.headers().forEach(all::putIfAbsent));
        return all;
    }

    @Override
    public RunScope onRun(Task task, int attempt) {
        return opened(part -> part.onRun(task, attempt));
    }

    @Override
    public RunScope onStep(String saga, StepRun run, boolean undo) {
        return opened(part -> part.onStep(saga, run, undo));
    }

    /** Scopes end in reverse order, since each restores what it found. One that cannot be opened does not stop others. */
    private RunScope opened(Function<Telemetry, RunScope> opening) {
        List<RunScope> scopes = new ArrayList<>();
        RuntimeException thrown = null;
        for (Telemetry part : parts) {
            try {
                scopes.add(0, opening.apply(part));
            } catch (RuntimeException e) {
                thrown = thrown == null ? e : thrown;
            }
        }
        RuntimeException first = thrown;
        RunScope[] open = scopes.toArray(RunScope[]::new);
        return (succeeded, outcome) -> {
            each(open, scope -> scope.end(succeeded, outcome));
            if (first != null) {
                throw first;
            }
        };
    }

    private static <T> void each(T[] all, Consumer<T> hearing) {
        RuntimeException thrown = null;
        for (T one : all) {
            try {
                hearing.accept(one);
            } catch (RuntimeException e) {
                thrown = thrown == null ? e : thrown;
            }
        }
        if (thrown != null) {
            throw thrown;
        }
    }

    /** The listeners of one call. */
    private static final class OfCall implements RetryListener {
        private final RetryListener[] parts;

        OfCall(RetryListener[] parts) {
            this.parts = parts;
        }

        @Override
        public void on(RetryEvent event) {
            each(parts, part -> part.on(event));
        }

        @Override
        public void onFirstTry(String policy, String operation, long elapsedNanos) {
            each(parts, part -> part.onFirstTry(policy, operation, elapsedNanos));
        }
    }
}
