package dev.oncemore.task.saga;

import dev.oncemore.By;
import dev.oncemore.once.Codec;
import dev.oncemore.once.KeyedOperation;
import dev.oncemore.once.Once;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.Tasks;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Starts sagas, runs them as tasks, and tells how they stand.
 *
 * <pre>{@code
 * Sagas sagas = Sagas.on(tasks, recordStore).handle(checkout);
 * sagas.start(checkout, order.id(), order);
 * sagas.find(checkout, order.id()).map(SagaReport::status);
 * }</pre>
 */
public final class Sagas {
    /** Steps count their own attempts; this only ends what would go round for ever. */
    private static final RetryPolicy TASK_POLICY =
            RetryPolicy.named("saga").maxAttempts(10_000).unlimitedBudget().build();

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

    /** Sagas whose steps are recorded in this store. */
    public static Sagas on(Tasks tasks, RecordStore store) {
        return on(tasks, store, SagaSettings.standard());
    }

    /** As {@link #on(Tasks, RecordStore)}, with settings of your own. */
    public static Sagas on(Tasks tasks, RecordStore store, SagaSettings settings) {
        return new Sagas(tasks, store, settings);
    }

    /**
     * From now on this node runs sagas of this declaration.
     *
     * @throws IllegalStateException when one of that name is handled already
     * @throws IllegalArgumentException when there is no codec for its state
     */
    public <S> Sagas handle(Saga<S> saga) {
        tasks.handle(kind(saga), saga.type(), TASK_POLICY, new SagaHandler<>(saga, once, settings, events));
        SagaRegistry.note(tasks.store(), saga, settings.queue);
        return this;
    }

    /**
     * Starts a saga, once: whoever starts it again gets the first one's task.
     *
     * @param key names it within its declaration: 1 to 120 printable ASCII characters
     * @param state what the first step gets
     * @throws dev.oncemore.once.NotDoneException when the key was used with another state
     */
    public <S> TaskHandle start(Saga<S> saga, String key, S state) {
        Journal journal = Journal.of(once, saga, key);
        Payload payload = Payload.bytes(settings.codecs.of(saga.type()).encode(state));
        AtomicReference<TaskHandle> started = new AtomicReference<>();
        AtomicReference<RuntimeException> refused = new AtomicReference<>();
        Outcome<String> id = journal.effect(journal.start(), Codec.text()).run(payload, claim -> {
            try {
                TaskHandle handle = tasks.enqueue(kind(saga), state, options(saga, key));
                started.set(handle);
                return handle.id();
            } catch (RuntimeException e) {
                refused.set(e);
                throw e;
            }
        });
        if (refused.get() != null) {
            throw refused.get();
        }
        TaskHandle own = started.get();
        if (own == null) {
            return tasks.find(id.require());
        }
        events.emit(new SagaEvent.Started(saga.name(), key));
        return own;
    }

    private static String kind(Saga<?> saga) {
        return "saga:" + saga.name();
    }

    private TaskOptions options(Saga<?> saga, String key) {
        return TaskOptions.standard()
                .queue(settings.queue)
                .dedupKey(kind(saga) + ":" + key)
                .header(SagaHandler.KEY_HEADER, key);
    }

    /** How a saga stands, and what happened to it; empty when it was never started, or is forgotten. */
    public <S> Optional<SagaReport<S>> find(Saga<S> saga, String key) {
        return new Reporter<>(saga, settings.codecs.of(saga.type()), tasks).report(Journal.of(once, saga, key));
    }

    /**
     * Lets a stuck saga try again, with all attempts anew. Who and why are kept in its history.
     *
     * @return false when it is not stuck (any more)
     */
    public boolean resume(Saga<?> saga, String key, By by) {
        Journal journal = Journal.of(once, saga, key);
        boolean resumed =
                journal.readText(journal.start()).map(id -> redrive(id, by)).orElse(false);
        if (resumed) {
            events.emit(new SagaEvent.Resumed(saga.name(), key, by.who(), by.why()));
        }
        return resumed;
    }

    /**
     * Counts a step of a stuck saga as undone, because a person has seen to it, and lets the saga go on. Who and why are kept in
     * its history.
     *
     * @return false when it is not stuck on its way back (any more)
     * @throws IllegalArgumentException when it has no such step
     */
    public boolean skip(Saga<?> saga, String key, String step, By by) {
        if (saga.steps().stream().noneMatch(declared -> declared.name().equals(step))) {
            throw new IllegalArgumentException("saga '" + saga.name() + "' has no step '" + step + "'");
        }
        Journal journal = Journal.of(once, saga, key);
        String id = journal.readText(journal.start()).orElse(null);
        if (id == null || !isStuckOnItsWayBack(journal, id) || !markAsUndone(journal, step, by)) {
            return false;
        }
        events.emit(new SagaEvent.Skipped(saga.name(), key, step, by.who(), by.why()));
        return redrive(id, by);
    }

    private boolean isStuckOnItsWayBack(Journal journal, String taskId) {
        return journal.hasTurnedBack()
                && tasks.deadLetters().read(List.of(taskId)).get(0).isPresent();
    }

    /** Whatever the record of the undo says, it is opened first: only what is unknown can be resolved. */
    private boolean markAsUndone(Journal journal, String step, By by) {
        KeyedOperation<String> undo = journal.effect(journal.undoing(step), Codec.text());
        Outcome<String> opened = undo.run(Payload.none(), claim -> {
            throw StepFailure.closing("left to a person", true);
        });
        boolean byAnEarlierTry = opened instanceof Outcome.Done<String>
                && journal.read(journal.undoing(step))
                        .filter(found -> ("resolved by " + by.who() + ": " + by.why()).equals(found.error()))
                        .isPresent();
        return byAnEarlierTry || undo.resolveAsHappened("skipped", null, by);
    }

    private boolean redrive(String taskId, By by) {
        return tasks.deadLetters().redrive(List.of(taskId), by).get(0);
    }
}
