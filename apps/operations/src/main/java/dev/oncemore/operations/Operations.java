package dev.oncemore.operations;

import dev.oncemore.By;
import dev.oncemore.once.Finding;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.Resource;
import dev.oncemore.operations.audit.AuditTrail;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.Queues;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** All of it on one store. Those that act take who does it and why. */
public final class Operations {
    /** Retention of records that a person resolved. Generous, because the console does not know what the operation declared. */
    private static final Duration RESOLVED_KEPT = Duration.ofDays(90);

    /** How many lines of a task's history are shown. */
    private static final int LOG_MAX = 200;

    private static final int GROUPS_SHOWN = 5;

    private final Backend backend;
    private final Tasks tasks;
    private final Once once;
    private final AuditTrail audit;
    private final RecentLook<List<Queues.Status>> queues;
    private final RecentLook<List<DeadLetters.Group>> groups;
    private BiConsumer<String, String> cancelListener = (id, who) -> {};

    /** Operations on this store. */
    public Operations(Backend backend, Tasks tasks, AuditTrail audit) {
        this.backend = backend;
        this.tasks = tasks;
        this.once = Once.on(backend.records(), OnceSettings.standard().retention(RESOLVED_KEPT));
        this.audit = audit;
        this.queues =
                new RecentLook<>(() -> tasks.queues().list(), tasks.settings().executor(), Time.system());
        this.groups = new RecentLook<>(
                () -> tasks.deadLetters().groups(DeadLetters.Filter.all(), GROUPS_SHOWN),
                tasks.settings().executor(),
                Time.system());
    }

    /** The URL of the store, without secrets. */
    public String storeName() {
        return backend.url().toString();
    }

    /** What of the store's settings is amiss. */
    public List<String> warnings() {
        return backend.tasks().warnings();
    }

    /** What time it is for the store, which decides what is due. */
    public Instant now() {
        return backend.tasks().now();
    }

    /** The queues; of very many tasks, as they stood a few seconds ago. */
    public List<Queues.Status> queues() {
        return queues.get();
    }

    /** Stops a queue, for so long, or until it is resumed. */
    public void pauseQueue(String queue, @Nullable Duration span, By by) {
        tasks.queues().pause(queue, span, by);
        queues.forget();
        audit.add(by, "queue paused", queue);
    }

    /** Lets a queue go on. */
    public void resumeQueue(String queue, By by) {
        tasks.queues().resume(queue);
        queues.forget();
        audit.add(by, "queue resumed", queue);
    }

    /** A page of dead letters, the latest first. */
    public List<DeadLetter> letters(DeadLetters.Filter filter, DeadLetters.@Nullable Cursor after, int most) {
        return tasks.deadLetters().page(filter, DeadLetters.Order.NEWEST_FIRST, after, most);
    }

    /** How many match. */
    public long countLetters(DeadLetters.Filter filter) {
        return tasks.deadLetters().count(filter);
    }

    /** How many of them were done before they died, and are skipped by a redrive. */
    public AlreadyDone alreadyDone(DeadLetters.Filter filter) {
        return AlreadyDone.of(backend.tasks(), backend.recordQueries(), filter);
    }

    /** When the oldest of them died. */
    public Optional<Instant> oldestLetter(DeadLetters.Filter filter) {
        return tasks.deadLetters().page(filter, DeadLetters.Order.OLDEST_FIRST, null, 1).stream()
                .findFirst()
                .map(DeadLetter::diedAt);
    }

    /** By cause, the largest group first. */
    public List<DeadLetters.Group> groups(DeadLetters.Filter filter, int most) {
        return tasks.deadLetters().groups(filter, most);
    }

    /** The same of all letters, for the overview; of very many, as they stood a few seconds ago. */
    public List<DeadLetters.Group> latestGroups() {
        return groups.get();
    }

    /** One letter. */
    public Optional<DeadLetter> letter(String id) {
        return tasks.deadLetters().read(List.of(id)).get(0);
    }

    /** What happened to a task. */
    public List<LogEntry> log(String id) {
        return tasks.store().log(id, 0, LOG_MAX);
    }

    /** Where a task stands. */
    public Optional<TaskStatus> task(String id) {
        return tasks.store().find(List.of(id)).get(0);
    }

    /** Takes a live task back. False when there is none. */
    public boolean cancelTask(String id, By by) {
        boolean cancelled = audit.addIfDone(by, "task cancelled", id, tasks.cancel(id, by));
        if (cancelled) {
            cancelListener.accept(id, by.who());
        }
        return cancelled;
    }

    /** Who has to know of cancelled tasks, by their id and by who did it. */
    public void onCancelled(BiConsumer<String, String> listener) {
        cancelListener = listener;
    }

    /** Gives a letter another payload, if nothing happened to it since it was read. */
    public boolean editLetter(String id, long fence, String payload, By by) {
        Bytes bytes = Bytes.ofText(payload);
        return audit.addIfDone(
                by,
                "dead letter edited",
                id,
                tasks.deadLetters()
                        .edit(List.of(new DeadLetters.Edit(id, fence, bytes)), by)
                        .get(0));
    }

    /** Tries a letter again. */
    public boolean redrive(String id, By by) {
        return audit.addIfDone(
                by,
                "dead letter redriven",
                id,
                tasks.deadLetters().redrive(List.of(id), by).get(0));
    }

    /** Tries all that match again, so many a second, as a task whose id this answers. */
    public String redriveAll(DeadLetters.Filter filter, int perSecond, By by) {
        String id = tasks.redriveAll(filter, perSecond, by).id();
        audit.add(by, "dead letters redriven", described(filter) + " at " + perSecond + " a second, task " + id);
        return id;
    }

    /** Tries these again; answers how many of them were still there. */
    public int redriveThese(List<String> ids, By by) {
        return audited(by, "dead letter redriven", ids, tasks.deadLetters().redrive(ids, by));
    }

    /** Throws these away; answers how many of them were still there. */
    public int discardThese(List<String> ids, By by) {
        return audited(by, "dead letter discarded", ids, tasks.deadLetters().discard(ids, by));
    }

    private int audited(By by, String action, List<String> ids, List<Boolean> done) {
        int count = 0;
        for (int i = 0; i < ids.size(); i++) {
            count += audit.addIfDone(by, action, ids.get(i), done.get(i)) ? 1 : 0;
        }
        return count;
    }

    /** Throws a letter away; it can be restored for a while. */
    public boolean discard(String id, By by) {
        return audit.addIfDone(
                by,
                "dead letter discarded",
                id,
                tasks.deadLetters().discard(List.of(id), by).get(0));
    }

    /** Takes that back. */
    public boolean restore(String id, By by) {
        return audit.addIfDone(
                by,
                "dead letter restored",
                id,
                tasks.deadLetters().restore(List.of(id), by).get(0));
    }

    /** Whether something was done, when, by whom, with what result. */
    public Finding record(Key key) {
        return once.find(key);
    }

    /** A person knows that an unknown effect happened; its callers get this response from now on. */
    public boolean resolveAsHappened(Key key, String response, @Nullable Resource resource, By by) {
        return audit.addIfDone(
                by,
                "record resolved: it happened",
                key.toString(),
                once.resolveAsHappened(key, Bytes.ofText(response), resource, by));
    }

    /** A person knows that an unknown effect did not happen; the next call runs it. */
    public boolean resolveAsNotHappened(Key key, By by) {
        return audit.addIfDone(
                by, "record resolved: it did not happen", key.toString(), once.resolveAsNotHappened(key, by));
    }

    /** The audit trail before a line. */
    public List<AuditTrail.Line> audit(String before, int most) {
        return audit.page(before, most);
    }

    private static String described(DeadLetters.Filter filter) {
        StringBuilder text = new StringBuilder("all");
        if (filter.queue() != null) {
            text.append(" of queue ").append(filter.queue());
        }
        if (filter.kind() != null) {
            text.append(" of kind ").append(filter.kind());
        }
        if (filter.signature() != null) {
            text.append(" with '").append(filter.signature()).append("'");
        }
        if (filter.diedFrom() != null) {
            text.append(" that died from ").append(filter.diedFrom()).append(" on");
        }
        if (filter.diedBefore() != null) {
            text.append(" that died before ").append(filter.diedBefore());
        }
        return text.toString();
    }
}
