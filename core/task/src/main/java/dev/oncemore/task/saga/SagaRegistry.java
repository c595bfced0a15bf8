package dev.oncemore.task.saga;

import dev.oncemore.task.store.Notes.Note;
import dev.oncemore.task.store.TaskStore;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The sagas that applications declared on a store, for administration from another process such as a console. A
 * declaration found here has the names of its steps but not their code: pass it to {@link Sagas#find},
 * {@link Sagas#resume} and {@link Sagas#skip}; {@link Sagas#handle} and {@link Sagas#start} are for the application.
 *
 * <pre>{@code
 * SagaRegistry book = SagaRegistry.on(store);
 * Saga<byte[]> checkout = book.find("checkout").orElseThrow().saga();
 * sagas.skip(checkout, "order-17", "payment", "ann", "refunded by hand");
 * }</pre>
 */
public final class SagaRegistry {
    private static final String NOTE_PREFIX = "saga:";

    private final TaskStore store;

    private SagaRegistry(TaskStore store) {
        this.store = Objects.requireNonNull(store, "store");
    }

    /** Opens the registry of this store. */
    public static SagaRegistry on(TaskStore store) {
        return new SagaRegistry(store);
    }

    /**
     * A saga as last declared.
     *
     * @param saga its name and the names of its steps
     * @param queue the queue of its tasks
     * @param undoable the steps that have an undo
     */
    public record Declared(Saga<byte[]> saga, String queue, List<String> undoable) {
        /** The kind of its tasks. */
        public String kind() {
            return NOTE_PREFIX + saga.name();
        }

        /** The prefix of the dedup keys of its tasks; the key of the saga follows. */
        public String keyPrefix() {
            return kind() + ":";
        }
    }

    /** Lists sagas by name, after this one or from the first if null; up to {@code most}, 1 to 1,000. */
    public List<Declared> list(@Nullable String after, int most) {
        return store.notes().list(NOTE_PREFIX, after == null ? null : NOTE_PREFIX + after, most).stream()
                .map(SagaRegistry::read)
                .toList();
    }

    /** Finds the saga of this name. */
    public Optional<Declared> find(String name) {
        return store.notes().read(NOTE_PREFIX + name).map(text -> read(new Note(NOTE_PREFIX + name, text)));
    }

    static void note(TaskStore store, Saga<?> saga, String queue) {
        StringBuilder text = new StringBuilder(queue);
        for (Step<?> step : saga.steps()) {
            text.append(step.undo() == null ? "\n- " : "\nu ").append(step.name());
        }
        store.notes().put(NOTE_PREFIX + saga.name(), text.toString());
    }

    private static Declared read(Note note) {
        List<String> lines = note.text().lines().toList();
        Saga.Builder<byte[]> saga = Saga.of(note.name().substring(NOTE_PREFIX.length()), byte[].class);
        List<String> steps = lines.subList(1, lines.size());
        for (String step : steps) {
            saga.step(step.substring(2), (state, run) -> {
                throw new IllegalStateException("a saga from the registry cannot be run; run it where it is declared");
            });
        }
        List<String> undoable = steps.stream()
                .filter(step -> step.startsWith("u "))
                .map(step -> step.substring(2))
                .toList();
        return new Declared(saga.build(), lines.get(0), undoable);
    }
}
