package dev.oncemore.task.store;

import dev.oncemore.By;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.task.store.LogEntry.Event;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The operations on tables in memory: on the shared ones, or on a transaction's copy. */
abstract class MemoryVerbs implements TaskStore {
    private final MemoryClock clock;
    private final int capacity;
    private final DeadLetters deadLetters = new MemoryDeadLetters(this);
    private final Queues queues = new MemoryQueues(this);
    private final Notes notes = new MemoryNotes(this);

    MemoryVerbs(MemoryClock clock, int capacity) {
        this.clock = clock;
        this.capacity = capacity;
    }

    /** Reads the committed state, or the transaction's own. */
    abstract <T> T read(Function<MemoryTables, T> question);

    /** Changes the state exclusively. */
    abstract <T> T write(Function<MemoryTables, T> change);

    @Override
    public final Instant now() {
        return clock.now();
    }

    @Override
    public final List<Enqueued> enqueue(List<NewTask> newTasks) {
        return write(tables -> {
            refuseWhenFull(tables, newTasks.size());
            Instant now = now();
            List<Enqueued> answers = new ArrayList<>(newTasks.size());
            for (NewTask newTask : newTasks) {
                answers.add(enqueue(tables, newTask, now));
            }
            return answers;
        });
    }

    /** Checked before anything is added, so that a batch takes effect as a whole or not at all. */
    private void refuseWhenFull(MemoryTables tables, int more) {
        if (tables.tasks.size() + more > capacity) {
            throw new StoreException("the task store in memory is full (" + capacity
                    + " live tasks); let workers catch up or increase the capacity");
        }
    }

    private static Enqueued enqueue(MemoryTables tables, NewTask newTask, Instant now) {
        Task task = newTask.task();
        if (tables.knows(task.id())) {
            return new Enqueued(task.id(), true);
        }
        if (task.dedupKey() != null) {
            String first = tables.dedup.putIfAbsent(new MemoryTables.Dedup(task.queue(), task.dedupKey()), task.id());
            if (first != null) {
                return new Enqueued(first, false);
            }
        }
        tables.put(MemoryRow.enqueued(newTask, tables.nextSeq(), now));
        return new Enqueued(task.id(), true);
    }

    @Override
    public final List<Claimed> claim(ClaimRequest claim) {
        return write(tables -> {
            Instant now = now();
            MemoryClaim choice = new MemoryClaim(tables, now, claim.laneRunMax());
            List<Claimed> given = new ArrayList<>();
            for (ClaimRequest.Share share : claim.shares()) {
                for (MemoryRow row : choice.choose(share)) {
                    given.add(give(tables, row, claim, now));
                }
            }
            if (claim.member() != null && !given.isEmpty()) {
                MemoryNodes.announce(tables, claim, claim.member(), now);
            }
            return given;
        });
    }

    private static Claimed give(MemoryTables tables, MemoryRow row, ClaimRequest claim, Instant now) {
        if (row.owner() != null) {
            tables.append(
                    row.task(),
                    row.fence(),
                    Event.ABANDONED,
                    row.attempts(),
                    now,
                    row.owner(),
                    "the lease was over, and " + claim.owner() + " claimed it",
                    null);
        }
        MemoryRow claimed = row.claimedBy(
                claim.owner(), claim.member() == null ? null : claim.member().incarnation(), now.plus(claim.lease()));
        tables.tasks.put(row.task().id(), claimed);
        return claimed.asClaimed(row.visibleAt(), now);
    }

    @Override
    public final List<Boolean> extend(List<TaskExtension> extensions) {
        return write(tables -> {
            Instant now = now();
            List<Boolean> answers = new ArrayList<>(extensions.size());
            for (TaskExtension extension : extensions) {
                MemoryRow row = tables.tasks.get(extension.id());
                boolean owned = row != null && row.isClaimedUnder(extension.fence());
                if (row != null && owned) {
                    tables.tasks.put(extension.id(), row.extendedTo(now.plus(extension.lease())));
                }
                answers.add(owned);
            }
            return answers;
        });
    }

    @Override
    public final List<Boolean> finish(List<TaskFinish> finishes) {
        return write(tables -> {
            Instant now = now();
            List<Boolean> answers = new ArrayList<>(finishes.size());
            for (TaskFinish finish : finishes) {
                answers.add(MemoryFinish.apply(tables, finish, now));
            }
            return answers;
        });
    }

    @Override
    public final List<Boolean> cancel(List<String> ids, By by) {
        return write(tables -> {
            Instant now = now();
            Set<String> cancelled = new HashSet<>();
            for (String id : ids) {
                MemoryRow row = tables.tasks.remove(id);
                if (row != null) {
                    cancelled.add(id);
                    tables.ended.add(id);
                    tables.append(
                            row.task(),
                            row.fence() + 1,
                            Event.CANCELLED,
                            row.attempts(),
                            now,
                            by.who(),
                            by.why(),
                            null);
                    tables.woken.add(row.task().queue());
                }
            }
            return ids.stream().map(cancelled::contains).toList();
        });
    }

    @Override
    public final List<Optional<TaskStatus>> find(List<String> ids) {
        return read(tables -> {
            Instant now = now();
            return ids.stream()
                    .map(id -> Optional.ofNullable(find(tables, id, now)))
                    .toList();
        });
    }

    @Override
    public final Optional<String> findByKey(String queue, String dedupKey) {
        return read(tables -> Optional.ofNullable(tables.dedup.get(new MemoryTables.Dedup(queue, dedupKey))));
    }

    private static @Nullable TaskStatus find(MemoryTables tables, String id, Instant now) {
        MemoryRow row = tables.tasks.get(id);
        if (row != null) {
            TaskState state = row.isHeld(now) ? TaskState.RUNNING : TaskState.WAITING;
            return status(row.task(), state, row.attempts(), row.visibleAt(), null, row.enqueuedAt());
        }
        MemoryLetter letter = tables.letters.get(id);
        if (letter != null) {
            DeadLetter dead = letter.letter();
            return dead.discardedAt() == null
                    ? status(
                            dead.task(),
                            TaskState.DEAD,
                            dead.attempts(),
                            dead.diedAt(),
                            dead.reason(),
                            dead.enqueuedAt())
                    : status(
                            dead.task(),
                            TaskState.DISCARDED,
                            dead.attempts(),
                            dead.discardedAt(),
                            dead.reason(),
                            dead.enqueuedAt());
        }
        return tables.logOf(id).stream()
                .filter(entry -> endOf(entry.event()) != null)
                .findAny()
                .map(MemoryVerbs::ended)
                .orElse(null);
    }

    private static TaskStatus status(
            Task task, TaskState state, int attempts, Instant at, @Nullable String reason, Instant enqueuedAt) {
        return new TaskStatus(task.id(), task.queue(), task.kind(), state, attempts, at, reason, null, enqueuedAt);
    }

    private static @Nullable TaskStatus ended(LogEntry end) {
        TaskState state = endOf(end.event());
        return state == null
                ? null
                : new TaskStatus(
                        end.taskId(),
                        end.queue(),
                        end.kind(),
                        state,
                        end.attempt(),
                        end.at(),
                        end.words(),
                        end.bytes(),
                        null);
    }

    private static @Nullable TaskState endOf(Event event) {
        return switch (event) {
            case DONE -> TaskState.DONE;
            case REJECTED -> TaskState.REJECTED;
            case CANCELLED -> TaskState.CANCELLED;
            default -> null;
        };
    }

    @Override
    public final List<LogEntry> log(String id, long afterFence, int entriesMax) {
        return read(tables -> tables.logOf(id).stream()
                .filter(entry -> entry.fence() > afterFence)
                .limit(entriesMax)
                .toList());
    }

    @Override
    public final DeadLetters deadLetters() {
        return deadLetters;
    }

    @Override
    public final Queues queues() {
        return queues;
    }

    @Override
    public final Notes notes() {
        return notes;
    }

    @Override
    public final int purge(Duration endedFor, Duration discardedFor, int tasksMax) {
        return write(tables -> {
            Instant endedBy = now().minus(endedFor);
            Instant discardedBy = now().minus(discardedFor);
            Set<String> over = new HashSet<>();
            for (MemoryLetter letter : tables.letters.values()) {
                Instant at = letter.letter().discardedAt();
                if (over.size() < tasksMax && at != null && !at.isAfter(discardedBy)) {
                    over.add(letter.letter().task().id());
                }
            }
            for (List<LogEntry> history : tables.log.values()) {
                LogEntry last = history.get(history.size() - 1);
                if (over.size() < tasksMax
                        && endOf(last.event()) != null
                        && !last.at().isAfter(endedBy)) {
                    over.add(last.taskId());
                }
            }
            over.forEach(tables::forget);
            return over.size();
        });
    }
}
