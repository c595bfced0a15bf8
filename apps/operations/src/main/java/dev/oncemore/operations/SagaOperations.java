package dev.oncemore.operations;

import dev.oncemore.By;
import dev.oncemore.jdbc.query.TaskQueries;
import dev.oncemore.once.Once;
import dev.oncemore.once.TransactionalOnce;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.ActTransaction;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.saga.JoinedSagas;
import dev.oncemore.task.saga.SagaRegistry;
import dev.oncemore.task.saga.SagaReport;
import dev.oncemore.task.saga.Sagas;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.TaskStatus;
import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The sagas that applications run on the store. */
public final class SagaOperations {
    private final Backend backend;
    private final Tasks tasks;
    private final Sagas sagas;
    private final SagaRegistry book;
    private final TransactionalOnce<Connection> once;

    /** Those of this store. */
    public SagaOperations(Backend backend, Tasks tasks) {
        this.backend = backend;
        this.tasks = tasks;
        this.sagas = Sagas.on(tasks, backend.records());
        this.book = SagaRegistry.on(backend.tasks());
        this.once = Once.on(backend.records());
    }

    /**
     * One that was started.
     *
     * @param key what it was started with
     * @param task where its task stands
     */
    public record Started(String key, TaskStatus task) {}

    /**
     * Some of those that were started.
     *
     * @param started by key
     * @param next the key to go on after; null when these are the last
     */
    public record Page(List<Started> started, @Nullable String next) {}

    /** What time it is for the store, which decides what is due. */
    public Instant now() {
        return backend.tasks().now();
    }

    /** What is declared, by name. */
    public List<SagaRegistry.Declared> declared(@Nullable String after, int most) {
        return book.list(after, most);
    }

    /** How many of a declaration are stuck. */
    public long stuck(SagaRegistry.Declared declared) {
        return tasks.deadLetters().count(DeadLetters.Filter.all().ofKind(declared.kind()));
    }

    /** The declaration of this name. */
    public SagaRegistry.Declared require(String name) {
        return book.find(name)
                .orElseThrow(() -> Rejected.notFound("there is no saga " + name
                        + "; one is here once an application that handles it has run on this store"));
    }

    /** Those that were started and are not forgotten, by key. */
    public Page started(SagaRegistry.Declared declared, @Nullable String after, int most) {
        String prefix = declared.keyPrefix();
        List<TaskQueries.Keyed> found =
                backend.taskQueries().keyed(declared.queue(), prefix, after == null ? null : prefix + after, most + 1);
        // Others may use such keys as well: how many are shown does not tell whether there are more.
        boolean isLast = found.size() <= most;
        List<TaskQueries.Keyed> keyed = isLast ? found : found.subList(0, most);
        List<Optional<TaskStatus>> statuses = backend.tasks()
                .find(keyed.stream().map(TaskQueries.Keyed::taskId).toList());
        List<Started> started = new ArrayList<>();
        for (int i = 0; i < keyed.size(); i++) {
            String key = keyed.get(i).key().substring(prefix.length());
            statuses.get(i)
                    .filter(status -> status.kind().equals(declared.kind()))
                    .ifPresent(status -> started.add(new Started(key, status)));
        }
        return new Page(started, isLast ? null : keyed.get(most - 1).key().substring(prefix.length()));
    }

    /** How one stands. */
    public SagaReport<byte[]> report(SagaRegistry.Declared declared, String key) {
        try {
            return sagas.find(declared.saga(), key).orElseThrow(() -> unknown(declared, key));
        } catch (IllegalStateException e) {
            throw Rejected.conflict(String.valueOf(e.getMessage()));
        }
    }

    /** How one stands, as the transaction of an act sees it. */
    public SagaReport<byte[]> report(ActTransaction here, SagaRegistry.Declared declared, String key) {
        return joined(here).find(declared.saga(), key).orElseThrow(() -> unknown(declared, key));
    }

    /** Lets a stuck one try again. False when it is not stuck. */
    public Act<Boolean> resume(SagaRegistry.Declared declared, String key, By by) {
        return here -> here.auditIf(
                joined(here).resume(declared.saga(), key, by),
                by,
                "saga resumed",
                declared.saga().name() + " " + key);
    }

    /** Counts a step of a stuck one as undone. False when it is not stuck on its way back. */
    public Act<Boolean> skip(SagaRegistry.Declared declared, String key, String step, By by) {
        return here -> here.auditIf(
                joined(here).skip(declared.saga(), key, step, by),
                by,
                "saga step skipped",
                declared.saga().name() + " " + key + ", step " + step);
    }

    private JoinedSagas<Connection> joined(ActTransaction here) {
        return JoinedSagas.on(once, here.tasks(), here.connection());
    }

    private static Rejected unknown(SagaRegistry.Declared declared, String key) {
        return Rejected.notFound("no " + declared.saga().name() + " was started with the key " + key);
    }
}
