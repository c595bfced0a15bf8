package dev.oncemore.task;

import dev.oncemore.By;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Applies the payload limit of enqueuing to edits of dead letters. */
final class BoundedDeadLetters implements DeadLetters {
    private final DeadLetters letters;
    private final TaskSettings settings;

    BoundedDeadLetters(DeadLetters letters, TaskSettings settings) {
        this.letters = letters;
        this.settings = settings;
    }

    @Override
    public List<Boolean> edit(List<Edit> edits, By by) {
        edits.forEach(edit -> settings.requirePayload(edit.payload()));
        return letters.edit(edits, by);
    }

    @Override
    public List<DeadLetter> page(Filter filter, Order order, @Nullable Cursor after, int lettersMax) {
        return letters.page(filter, order, after, lettersMax);
    }

    @Override
    public long count(Filter filter) {
        return letters.count(filter);
    }

    @Override
    public List<Group> groups(Filter filter, int groupsMax) {
        return letters.groups(filter, groupsMax);
    }

    @Override
    public List<Optional<DeadLetter>> read(List<String> ids) {
        return letters.read(ids);
    }

    @Override
    public List<Boolean> redrive(List<String> ids, By by) {
        return letters.redrive(ids, by);
    }

    @Override
    public List<Boolean> discard(List<String> ids, By by) {
        return letters.discard(ids, by);
    }

    @Override
    public List<Boolean> restore(List<String> ids, By by) {
        return letters.restore(ids, by);
    }
}
