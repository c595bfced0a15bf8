package dev.oncemore.operations.audit;

import dev.oncemore.task.store.NewTask;
import java.util.List;
import java.util.function.Function;

/**
 * Enqueues one task that was prepared before. Its answer is known from the beginning, so {@link Acts} does those that come at
 * the same time in a few statements for all of them.
 *
 * @param <T> what it answers
 */
public final class EnqueueAct<T> implements Act<T> {
    /** Larger payloads are written alone: a batch of them would take the memory of a small server. */
    private static final int SHARED_BYTES_MAX = 16 << 10;

    private final NewTask task;
    private final String who;
    private final String why;
    private final Function<String, ? extends T> answer;

    private EnqueueAct(NewTask task, String who, String why, Function<String, ? extends T> answer) {
        this.task = task;
        this.who = who;
        this.why = why;
        this.answer = answer;
    }

    /** Enqueues this task, which {@link dev.oncemore.task.Tasks#prepare} has made; answers its id. */
    public static EnqueueAct<String> of(NewTask task, String who, String why) {
        return new EnqueueAct<>(task, who, why, id -> id);
    }

    @Override
    public T in(ActTransaction here) {
        String id = here.tasks().outbox().enqueuePrepared(List.of(task)).get(0).id();
        audit(here, id);
        return answer.apply(id);
    }

    @Override
    public <R> Act<R> map(Function<? super T, ? extends R> next) {
        return new EnqueueAct<>(task, who, why, id -> next.apply(answer.apply(id)));
    }

    /**
     * Whether it may share a transaction with others: lanes and dedup keys may be locked by a transaction that takes long, and
     * a dedup key decides which id is answered.
     */
    boolean isShareable() {
        return task.task().lane() == null
                && task.task().dedupKey() == null
                && task.task().payload().size() <= SHARED_BYTES_MAX;
    }

    NewTask task() {
        return task;
    }

    /** What it answers once it is committed, if it is shareable. */
    T knownAnswer() {
        return answer.apply(task.task().id());
    }

    void audit(ActTransaction here, String id) {
        here.audit(
                who, "task enqueued", task.task().kind() + " in " + task.task().queue() + ", " + id, why);
    }
}
