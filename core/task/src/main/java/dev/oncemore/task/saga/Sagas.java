package dev.oncemore.task.saga;

import dev.oncemore.By;
import dev.oncemore.once.Codec;
import dev.oncemore.once.KeyedOperation;
import dev.oncemore.once.Once;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.retry.OpenTransaction;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.store.TaskStore;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Starts sagas, runs them as tasks, and reports their status.
 *
 * <pre>{@code
 * Sagas sagas = Sagas.on(tasks, recordStore).handle(checkout);
 * sagas.start(checkout, order.id(), order);
 * sagas.find(checkout, order.id()).map(SagaReport::status);
 * }</pre>
 */
public final class Sagas {
    /** Steps count and limit their own attempts; this only ends a saga that would loop forever. */
    private static final RetryPolicy TASK_POLICY = RetryPolicy.named("saga")
            .maxAttempts(10_000)
            .noAttemptTimeout()
            .noDeadline()
            .unlimitedBudget()
            .build();
    /** The value of an undo that a person took care of; it is stored. */
    static final String SKIPPED = "skipped";

    private static final int FINGERPRINT_BYTES = 16;

    private final Tasks tasks;
    private final SagaSettings settings;
    private final Once once;
    private final Events events;

    private Sagas(Tasks tasks, RecordStore store, SagaSettings settings) {
        this.tasks = Objects.requireNonNull(tasks, "tasks");
        this.settings = settings;
        once = Once.on(Objects.requireNonNull(store, "store"), settings.onceSettings());
        events = new Events(settings.listener);
    }

    /** Creates sagas whose steps are recorded in this store. */
    public static Sagas on(Tasks tasks, RecordStore store) {
        return on(tasks, store, SagaSettings.standard());
    }

    /** As {@link #on(Tasks, RecordStore)}, with your own settings. */
    public static Sagas on(Tasks tasks, RecordStore store, SagaSettings settings) {
        return new Sagas(tasks, store, settings);
    }

    /**
     * Registers a declaration, whose sagas this node then runs.
     *
     * @throws IllegalStateException if a saga of that name is already registered
     * @throws IllegalArgumentException if there is no codec for its state
     */
    public <S> Sagas handle(Saga<S> saga) {
        tasks.handle(kind(saga), saga.type(), TASK_POLICY, handler(saga));
        SagaRegistry.note(tasks.store(), saga, settings.queue);
        return this;
    }

    private <S> SagaHandler<S> handler(Saga<S> saga) {
        // Only then every state that a record could keep is kept by the task as well.
        boolean taskKeepsState =
                tasks.settings().resultBytesMax() >= settings.onceSettings().responseBytesMax();
        return new SagaHandler<>(saga, once, settings, taskKeepsState, events);
    }

    /**
     * Starts a saga once: a repeated start returns the first one's task.
     *
     * @param key names it within its declaration: 1 to 120 printable ASCII characters
     * @param state the state passed to the first step
     * @throws StateMismatchException if the key was used with another state
     * @throws IllegalStateException inside an open transaction, whose rollback it would outlive
     */
    public <S> TaskHandle start(Saga<S> saga, String key, S state) {
        OpenTransaction.requireNone(() -> "saga '" + saga.name() + "' would be started by itself inside an open"
                + " transaction, and outlive a rollback; start it after the commit, or enqueue a task that starts it with"
                + " tasks.within(transaction)");
        Journal.of(once, saga, key); // refuses a key that is too long
        String print = "." + fingerprint(settings.codecs.of(saga.type()).encode(state));
        TaskHandle handle = tasks.enqueue(kind(saga), state, options(saga, key).idSuffix(print));
        if (handle.isNew()) {
            events.emit(new SagaEvent.Started(saga.name(), key));
        } else if (!handle.id().endsWith(print)) {
            throw new StateMismatchException(saga.name(), key);
        }
        return handle;
    }

    /** Short enough for an id: 22 characters. */
    private static String fingerprint(byte[] state) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(state);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, FINGERPRINT_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String kind(Saga<?> saga) {
        return "saga:" + saga.name();
    }

    private TaskOptions options(Saga<?> saga, String key) {
        return TaskOptions.standard()
                .queue(settings.queue)
                .dedupKey(dedupKey(saga, key))
                .header(SagaHandler.KEY_HEADER, key);
    }

    private static String dedupKey(Saga<?> saga, String key) {
        return kind(saga) + ":" + key;
    }

    private Optional<String> taskOf(Saga<?> saga, String key) {
        return taskOf(tasks.store(), settings.queue, saga, key);
    }

    /** Finds the task of a saga: in this queue, or in that of the application that declared it. */
    static Optional<String> taskOf(TaskStore store, String queue, Saga<?> saga, String key) {
        Optional<String> here = store.findByKey(queue, dedupKey(saga, key));
        return here.isPresent()
                ? here
                : SagaRegistry.on(store)
                        .find(saga.name())
                        .map(SagaRegistry.Declared::queue)
                        .filter(declared -> !declared.equals(queue))
                        .flatMap(declared -> store.findByKey(declared, dedupKey(saga, key)));
    }

    /** Reports the status and history of a saga; empty if it was never started or its records have expired. */
    public <S> Optional<SagaReport<S>> find(Saga<S> saga, String key) {
        Journal journal = Journal.of(once, saga, key);
        return taskOf(saga, key)
                .flatMap(id -> new Reporter<>(saga, settings.codecs.of(saga.type()), Reporter.TaskReads.of(tasks))
                        .report(journal, id));
    }

    /**
     * Retries a stuck saga with a fresh set of attempts. The person and the reason are kept in its history.
     *
     * @return false if it is not stuck, or no longer
     */
    public boolean resume(Saga<?> saga, String key, By by) {
        boolean resumed = taskOf(saga, key).map(id -> redrive(id, by)).orElse(false);
        if (resumed) {
            events.emit(new SagaEvent.Resumed(saga.name(), key, by));
        }
        return resumed;
    }

    /**
     * Marks a step of a stuck saga as undone, because a person took care of it, and continues the saga. The person and
     * the reason are kept in its history.
     *
     * @return false if it is not stuck in compensation, or no longer
     * @throws IllegalArgumentException if it has no such step
     */
    public boolean skip(Saga<?> saga, String key, String step, By by) {
        requireStep(saga, step);
        Journal journal = Journal.of(once, saga, key);
        String id = taskOf(saga, key).orElse(null);
        if (id == null || !isStuckOnItsWayBack(journal, id) || !markAsUndone(journal, step, by)) {
            return false;
        }
        events.emit(new SagaEvent.Skipped(saga.name(), key, step, by));
        return redrive(id, by);
    }

    static void requireStep(Saga<?> saga, String step) {
        if (saga.steps().stream().noneMatch(declared -> declared.name().equals(step))) {
            throw new IllegalArgumentException("saga '" + saga.name() + "' has no step '" + step + "'");
        }
    }

    private boolean isStuckOnItsWayBack(Journal journal, String taskId) {
        return journal.hasTurnedBack()
                && tasks.deadLetters().read(List.of(taskId)).get(0).isPresent();
    }

    /** Reopens the record of the undo first: only an unknown record can be resolved. */
    private boolean markAsUndone(Journal journal, String step, By by) {
        KeyedOperation<String> undo = journal.effect(journal.undoing(step), Codec.text());
        Outcome<String> opened = undo.run(Payload.none(), claim -> {
            throw StepFailure.closing("left to a person", true);
        });
        boolean byAnEarlierTry =
                opened instanceof Outcome.Done<String> done && done.value().equals(SKIPPED);
        return byAnEarlierTry || undo.resolveAsHappened(SKIPPED, null, by);
    }

    private boolean redrive(String taskId, By by) {
        return tasks.deadLetters().redrive(List.of(taskId), by).get(0);
    }
}
