package dev.oncemore.task.saga;

import dev.oncemore.once.Codec;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.saga.SagaReport.Line;
import dev.oncemore.task.saga.SagaReport.LineKind;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Derives the status of a saga from its task and its records.
 *
 * @param saga its declaration
 * @param codec the codec of its state
 * @param tasks the tasks that run it
 * @param <S> its state
 */
record Reporter<S>(Saga<S> saga, Codec<S> codec, Tasks tasks) {
    private static final int LOG_LINES_MAX = 1_000;

    Optional<SagaReport<S>> report(Journal journal) {
        TaskHandle task = journal.readText(journal.start()).map(tasks::find).orElse(null);
        TaskStatus standing = task == null ? null : task.poll().orElse(null);
        if (task == null || standing == null) {
            return Optional.empty();
        }
        boolean turned = journal.hasTurnedBack();
        SagaStatus status = status(standing.state(), turned);
        String whyTurned = turned ? journal.reasonOfTurningBack() : null;
        String reason = status == SagaStatus.STUCK ? standing.reason() : whyTurned;
        return Optional.of(
                new SagaReport<>(journal.key(), status, lastState(journal), reason, task.id(), history(journal, task)));
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
            Optional<S> after = journal.read(journal.doing(step.name()))
                    .map(OnceRecord::response)
                    .map(Bytes::toArray)
                    .map(codec::decode);
            last = after.isPresent() ? after : last;
        }
        return last;
    }

    private List<Line> history(Journal journal, TaskHandle task) {
        List<Line> lines = new ArrayList<>();
        for (Step<S> step : saga.steps()) {
            addRecord(lines, journal, journal.doing(step.name()), LineKind.STEP, step.name());
            addRecord(lines, journal, journal.undoing(step.name()), LineKind.UNDO, step.name());
        }
        addRecord(lines, journal, journal.turningBack(), LineKind.TURN_BACK, "");
        for (LogEntry entry : task.history(LOG_LINES_MAX)) {
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
