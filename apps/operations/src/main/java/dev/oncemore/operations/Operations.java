package dev.oncemore.operations;

import dev.oncemore.By;
import dev.oncemore.once.Finding;
import dev.oncemore.once.JoinedRecords;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.TransactionalOnce;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.Resource;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.ActTransaction;
import dev.oncemore.operations.audit.AuditTrail;
import dev.oncemore.operations.audit.EnqueueAct;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.Queues;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.time.Time;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All of it on one store. What changes something is an act, with who does it and why. */
public final class Operations {
    /** Retention of records that a person resolved. Generous, because the console does not know what the operation declared. */
    private static final Duration RESOLVED_KEPT = Duration.ofDays(90);

    /** How many lines of a task's history are shown. */
    public static final int LOG_MAX = 200;

    private static final int GROUPS_SHOWN = 5;
    private static final int GROUPS_MAX = 20;

    private final Backend backend;
    private final Tasks tasks;
    private final TransactionalOnce<Connection> once;
    private final AuditTrail audit;
    private final RecentLook<List<Queues.Status>> queues;
    private final LetterSummaries summaries;
    private CancelListener cancelListener = (here, id, who) -> {};

    /** Operations on this store. */
    public Operations(Backend backend, Tasks tasks, AuditTrail audit) {
        this.backend = backend;
        this.tasks = tasks;
        this.once = Once.on(backend.records(), OnceSettings.standard().retention(RESOLVED_KEPT));
        this.audit = audit;
        this.queues =
                new RecentLook<>(() -> tasks.queues().list(), tasks.settings().executor(), Time.system());
        this.summaries = new LetterSummaries(
                tasks.deadLetters(), backend.taskQueries(), tasks.settings().executor(), Time.system(), GROUPS_MAX);
    }

    /** The tasks themselves. */
    public TaskStore store() {
        return tasks.store();
    }

    /** Whether only Oncemore itself has tasks in this queue. */
    public static boolean isOwnQueue(String queue) {
        return queue.equals("oncemore");
    }

    /** Whether only Oncemore itself has tasks of this kind, whose payloads nobody else writes. */
    public static boolean isOwnKind(String kind) {
        return kind.startsWith("oncemore.");
    }

    private static boolean isOwn(Task task) {
        return isOwnQueue(task.queue()) || isOwnKind(task.kind());
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

    /** Stops a queue, for so long, or until it is resumed; answers the pause that is in force then. */
    public Act<Optional<Queues.Pause>> pauseQueue(String queue, @Nullable Duration span, By by) {
        return here -> {
            here.tasks().queues().pause(queue, span, by);
            here.audit(by, "queue paused", queue);
            here.afterCommit(queues::forget);
            return here.tasks().queues().pauseOf(queue);
        };
    }

    /** Lets a queue go on. */
    public Act<Boolean> resumeQueue(String queue, By by) {
        return here -> {
            here.tasks().queues().resume(queue);
            here.audit(by, "queue resumed", queue);
            here.afterCommit(queues::forget);
            return true;
        };
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

    /** How many match and why they died, for a page: of more than a thousand, as they stood a few seconds ago. */
    public LetterSummary summary(DeadLetters.Filter filter) {
        return summaries.of(filter);
    }

    /** The largest groups of all letters, for the overview. */
    public List<DeadLetters.Group> latestGroups() {
        return summary(DeadLetters.Filter.all()).groups().stream()
                .limit(GROUPS_SHOWN)
                .toList();
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

    /**
     * Enqueues a task, and answers its id.
     *
     * @throws IllegalArgumentException if a value is out of bounds
     */
    public Act<String> enqueue(String kind, Object payload, TaskOptions options, String who, String why) {
        return EnqueueAct.of(tasks.prepare(kind, payload, options), who, why);
    }

    /** Takes a live task back. False when there is none. */
    public Act<Boolean> cancelTask(String id, By by) {
        return here -> {
            boolean cancelled = here.auditIf(here.tasks().cancel(id, by), by, "task cancelled", id);
            if (cancelled) {
                cancelListener.cancelled(here, id, by.who());
            }
            return cancelled;
        };
    }

    /** Learns of cancelled tasks, in the transaction that cancels them. */
    @FunctionalInterface
    public interface CancelListener {
        /** A task of this id was cancelled. */
        void cancelled(ActTransaction here, String id, String who);
    }

    /** Who has to know of cancelled tasks. */
    public void onCancelled(CancelListener listener) {
        cancelListener = listener;
    }

    /** Gives a letter another payload, if nothing happened to it since it was read. */
    public Act<Boolean> editLetter(String id, long fence, String payload, By by) {
        if (letter(id).filter(found -> isOwn(found.task())).isPresent()) {
            throw Rejected.invalid(
                    "the payloads of the server's own tasks cannot be edited; discard the letter instead");
        }
        List<DeadLetters.Edit> edit = List.of(new DeadLetters.Edit(id, fence, Bytes.ofText(payload)));
        return letterAct(id, by, "dead letter edited", letters -> letters.edit(edit, by));
    }

    /** Tries a letter again. */
    public Act<Boolean> redrive(String id, By by) {
        return letterAct(id, by, "dead letter redriven", letters -> letters.redrive(List.of(id), by));
    }

    /** Throws a letter away; it can be restored for a while. */
    public Act<Boolean> discard(String id, By by) {
        return letterAct(id, by, "dead letter discarded", letters -> letters.discard(List.of(id), by));
    }

    /** Takes that back. */
    public Act<Boolean> restore(String id, By by) {
        return letterAct(id, by, "dead letter restored", letters -> letters.restore(List.of(id), by));
    }

    private static Act<Boolean> letterAct(
            String id, By by, String action, Function<DeadLetters, List<Boolean>> effect) {
        return lettersAct(List.of(id), by, action, effect).map(count -> count == 1);
    }

    /** Tries all that match again, so many a second, as a task whose id this answers. */
    public Act<String> redriveAll(DeadLetters.Filter filter, int perSecond, By by) {
        return here -> {
            String id = here.tasks().redriveAll(filter, perSecond, by).id();
            here.audit(by, "dead letters redriven", described(filter) + " at " + perSecond + " a second, task " + id);
            return id;
        };
    }

    /** Tries these again; answers how many of them were still there. */
    public Act<Integer> redriveThese(List<String> ids, By by) {
        return lettersAct(ids, by, "dead letter redriven", letters -> letters.redrive(ids, by));
    }

    /** Throws these away; answers how many of them were still there. */
    public Act<Integer> discardThese(List<String> ids, By by) {
        return lettersAct(ids, by, "dead letter discarded", letters -> letters.discard(ids, by));
    }

    private static Act<Integer> lettersAct(
            List<String> ids, By by, String action, Function<DeadLetters, List<Boolean>> effect) {
        return here -> {
            List<Boolean> done = effect.apply(here.tasks().deadLetters());
            int count = 0;
            for (int i = 0; i < ids.size(); i++) {
                count += here.auditIf(done.get(i), by, action, ids.get(i)) ? 1 : 0;
            }
            return count;
        };
    }

    /** Whether something was done, when, by whom, with what result. */
    public Finding record(Key key) {
        return once.find(key);
    }

    /** As the transaction of an act sees it. */
    public Finding record(ActTransaction here, Key key) {
        return records(here).find(key);
    }

    private JoinedRecords records(ActTransaction here) {
        return once.within(here.connection());
    }

    /** A person knows that an unknown effect happened; its callers get this response from now on. */
    public Act<Boolean> resolveAsHappened(Key key, String response, @Nullable Resource resource, By by) {
        return here -> here.auditIf(
                records(here).resolveAsHappened(key, Bytes.ofText(response), resource, by),
                by,
                "record resolved: it happened",
                key.toString());
    }

    /** A person knows that an unknown effect did not happen; the next call runs it. */
    public Act<Boolean> resolveAsNotHappened(Key key, By by) {
        return here -> here.auditIf(
                records(here).resolveAsNotHappened(key, by), by, "record resolved: it did not happen", key.toString());
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
