package dev.oncemore.task.batch;

import dev.oncemore.task.TaskRun;
import java.util.List;

/**
 * Consecutive items, executed and committed together; or one item that was set aside.
 *
 * @param <T> the type of an item
 */
public final class Chunk<T> {
    private final List<Item<T>> items;
    private final TaskRun task;

    Chunk(List<Item<T>> items, TaskRun task) {
        this.items = items;
        this.task = task;
    }

    /** The items, in order; at least one. */
    public List<Item<T>> items() {
        return items;
    }

    /** A key that is the same whenever this chunk is repeated: for the dependency. */
    public String key() {
        return task.key();
    }

    /** The underlying attempt: its number, its fence, and whether it was lost. */
    public TaskRun task() {
        return task;
    }

    long count(Item.Say said) {
        return items.stream().filter(item -> item.said() == said).count();
    }
}
