package dev.oncemore.task.saga;

import dev.oncemore.once.Codec;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.saga.SagaReport.Line;
import dev.oncemore.task.saga.SagaReport.LineKind;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.task.store.TaskStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Derives the status of a saga from its task and its records.
 *
 * @param saga its declaration
 * @param codec the codec of its state
 * @param tasks how the task that runs it is looked up
 * @param <S> its state
 */
record Reporter<S>(Saga<S> saga, Codec<S> codec, TaskReads tasks) {
    /** Looks up a task. */
    interface TaskReads {
        Optional<TaskStatus> status(String id);

        List<LogEntry> log(String id, int linesMax);

        static TaskReads of(Tasks tasks) {
            return new TaskReads() {
                @Override
                public Optional<TaskStatus> status(String id) {
                    return tasks.find(id).poll();
                }

                @Override
                public List<LogEntry> log(String id, int linesMax) {
                    return tasks.find(id).history(linesMax);
                }
            };
        }

        static TaskReads of(TaskStore joined) {
            return new TaskReads() {
                @Override
                public Optional<TaskStatus> status(String id) {
                    return joined.find(List.of(id)).get(0);
                }

                @Override
                public List<LogEntry> log(String id, int linesMax) {
                    return joined.log(id, 0, linesMax);
                }
            };
        }
    }

    private static final int LOG_LINES_MAX = 1_000;

    Optional<SagaReport<S>> report(Journal journal, String task) {
        TaskStatus standing = tasks.status(task).orElse(null);
        if (standing == null) {
            return Optional.empty();
        }
        boolean turned = journal.hasTurnedBack();
        SagaStatus status = status(standing.state(), turned);
        String whyTurned = turned ? journal.reasonOfTurningBack() : null;
        String reason = status == SagaStatus.STUCK ? standing.reason() : whyTurned;
        Optional<S> end = status == SagaStatus.COMPLETED ? decoded(standing.result()) : Optional.empty();
        return Optional.of(new SagaReport<>(
                journal.key(),
                status,
                end.isPresent() ? end : lastState(journal),
                reason,
                task,
                history(journal, task, status == SagaStatus.COMPLETED)));
    }

    private static SagaStatus status(TaskState task, boolean turned) {
        return switch (task) {
            case WAITING, RUNNING -> turned ? SagaStatus.COMPENSATING : SagaStatus.RUNNING;
            case DONE -> turned ? SagaStatus.COMPENSATED : SagaStatus.COMPLETED;
            case DEAD, DISCARDED, CANCELLED, REJECTED -> SagaStatus.STUCK;
        };
    }

    private Optional<S> lastState(Journal journal) {
        Optional<S> last = Optional.empty();
        for (Step<S> step : saga.steps()) {
            Optional<S> after = journal.read(journal.doing(step.name())).flatMap(found -> decoded(found.response()));
            last = after.isPresent() ? after : last;
        }
        return last;
    }

    private Optional<S> decoded(@Nullable Bytes state) {
        return Optional.ofNullable(state).map(Bytes::toArray).map(codec::decode);
    }

    private List<Line> history(Journal journal, String task, boolean isCompleted) {
        List<Line> lines = new ArrayList<>();
        for (Step<S> step : saga.steps()) {
            addRecord(lines, journal, journal.doing(step.name()), LineKind.STEP, step.name());
            addRecord(lines, journal, journal.undoing(step.name()), LineKind.UNDO, step.name());
        }
        addRecord(lines, journal, journal.turningBack(), LineKind.TURN_BACK, "");
        String last = saga.steps().get(saga.steps().size() - 1).name();
        boolean lastHasLine = lines.stream()
                .anyMatch(line -> line.kind() == LineKind.STEP && line.step().equals(last));
        for (LogEntry entry : tasks.log(task, LOG_LINES_MAX)) {
            if (isCompleted && !lastHasLine && entry.event() == LogEntry.Event.DONE) {
                // The end of the task is its record.
                lines.add(
                        new Line(entry.at(), LineKind.STEP, last, RecordState.SUCCEEDED.name(), 1, entry.who(), null));
            }
            lines.add(new Line(
                    entry.at(), LineKind.TASK, "", entry.event().name(), entry.attempt(), entry.who(), entry.words()));
        }
        lines.sort(Comparator.comparing(Line::at));
        return List.copyOf(lines);
    }

    private static void addRecord(List<Line> lines, Journal journal, Key key, LineKind kind, String step) {
        journal.read(key)
                .filter(found -> !Closing.wasNeverRun(found))
                .ifPresent(found -> lines.add(new Line(
                        found.updatedAt(),
                        kind,
                        step,
                        found.state().name(),
                        found.attempts(),
                        found.who(),
                        kind == LineKind.TURN_BACK ? journal.reasonOfTurningBack() : Closing.errorOf(found))));
    }
}
