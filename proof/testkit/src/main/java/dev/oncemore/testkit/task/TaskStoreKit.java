package dev.oncemore.testkit.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.Lane;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.race.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

/** A store to test, and short names for what tests do with it. */
abstract class TaskStoreKit {
    /** Long enough never to run out within a test. */
    protected static final Duration LONG = Duration.ofHours(1);
    /** Over almost at once. */
    protected static final Duration SHORT = Duration.ofMillis(20);

    static final String QUEUE = "mail";
    static final String OWNER = "node-1";

    private @Nullable TaskStore opened;

    TaskStoreKit() {}

    /** An empty store. */
    protected abstract TaskStore openStore() throws Exception;

    /** Advances time on a store with virtual time; by default real time passes. */
    protected void letTimePass(Duration span) {}

    @BeforeEach
    final void open() throws Exception {
        opened = openStore();
    }

    /** The store under test. */
    protected final TaskStore store() {
        return Objects.requireNonNull(opened, "no store is open");
    }

    static Task task(String id) {
        return new Task(id, QUEUE, "welcome", Bytes.ofText("to " + id), Map.of(), 0, null, null, null);
    }

    static Task prioritised(String id, int priority) {
        return new Task(id, QUEUE, "welcome", Bytes.ofText(id), Map.of(), priority, null, null, null);
    }

    static Task keyed(String id, String queue, String dedupKey) {
        return new Task(id, queue, "welcome", Bytes.ofText(id), Map.of(), 0, null, null, dedupKey);
    }

    static Task inLane(String id, String lane, OnPoison onPoison) {
        return new Task(id, QUEUE, "welcome", Bytes.ofText(id), Map.of(), 0, null, new Lane(lane, onPoison), null);
    }

    final void enqueue(Task... tasks) {
        for (Task task : tasks) {
            assertThat(enqueue(task, Duration.ZERO))
                    .as("%s is new", task.id())
                    .isEqualTo(new TaskStore.Enqueued(task.id(), true));
        }
    }

    final TaskStore.Enqueued enqueue(Task task, Duration delay) {
        return store().enqueue(List.of(new NewTask(task, delay))).get(0);
    }

    final List<Claimed> claim(int tasksMax, Duration lease) {
        return store().claim(new ClaimRequest(OWNER, lease, 10, List.of(new ClaimRequest.Share(QUEUE, tasksMax))));
    }

    final List<String> claimIds(int tasksMax) {
        return ids(claim(tasksMax, LONG));
    }

    /** Claims the only task that is due. */
    final Claimed claimOne() {
        List<Claimed> claimed = claim(1, LONG);
        assertThat(claimed).hasSize(1);
        return claimed.get(0);
    }

    static List<String> ids(List<Claimed> claimed) {
        return claimed.stream().map(given -> given.task().id()).toList();
    }

    final boolean finish(Claimed claimed, End end) {
        return store().finish(List.of(new TaskFinish(claimed.task().id(), claimed.fence(), end)))
                .get(0);
    }

    static End done() {
        return new End.Done(null);
    }

    static End dead(String signature) {
        return new End.Dead("because of " + signature, signature);
    }

    final Optional<TaskStatus> find(String id) {
        return store().find(List.of(id)).get(0);
    }

    final TaskState stateOf(String id) {
        return find(id).orElseThrow().state();
    }

    final List<LogEntry.Event> eventsOf(String id) {
        return store().log(id, 0, 100).stream().map(LogEntry::event).toList();
    }

    /** Waits until a short lease is over. */
    final void awaitLeaseOver(String id) {
        letTimePass(SHORT.multipliedBy(2));
        Together.await("the lease of " + id + " is over", () -> stateOf(id) == TaskState.WAITING);
    }

    /** Claims tasks that become due after a short delay. */
    final List<Claimed> awaitClaim(int tasksMax) {
        letTimePass(SHORT.multipliedBy(2));
        List<Claimed> claimed = new ArrayList<>();
        Together.await("something is due", () -> claimed.addAll(claim(tasksMax, LONG)));
        return claimed;
    }

    /** Enqueues a task and makes it a dead letter. */
    final void kill(Task task, String signature) {
        enqueue(task);
        assertThat(finish(claimOne(), dead(signature))).isTrue();
    }
}
