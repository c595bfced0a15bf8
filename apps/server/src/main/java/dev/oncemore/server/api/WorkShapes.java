package dev.oncemore.server.api;

import dev.oncemore.By;
import dev.oncemore.operations.EndpointDeliveries;
import dev.oncemore.operations.SagaOperations;
import dev.oncemore.server.api.TaskShapes.LetterInfo;
import dev.oncemore.server.api.TaskShapes.TaskInfo;
import dev.oncemore.task.saga.SagaRegistry;
import dev.oncemore.task.saga.SagaReport;
import dev.oncemore.task.schedule.ScheduleRegistry;
import dev.oncemore.task.store.LogEntry;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Schedules, sagas, webhooks and the job log in JSON. Fields without a value are left out. */
final class WorkShapes {
    private WorkShapes() {}

    record SchedulePage(
            List<ScheduleInfo> schedules, @Nullable String next) {}

    record ScheduleInfo(
            String name,
            String timetable,
            String zone,
            String queue,
            boolean planned,
            List<Instant> next,
            boolean paused,
            @Nullable String pausedBy,
            @Nullable String pausedWhy,
            @Nullable List<ScheduleRun> runs) {
        private static final int NEXT_RUNS = 5;

        static ScheduleInfo of(ScheduleRegistry.Declared schedule, @Nullable List<ScheduleRun> runs) {
            By pause = schedule.pause().orElse(null);
            return new ScheduleInfo(
                    schedule.name(),
                    schedule.timetable(),
                    schedule.zone().getId(),
                    schedule.queue(),
                    schedule.isPlanned(),
                    schedule.next(NEXT_RUNS),
                    pause != null,
                    pause == null ? null : pause.who(),
                    pause == null ? null : pause.why(),
                    runs);
        }
    }

    record ScheduleRun(
            Instant instant,
            String outcome,
            int attempts,
            String task,
            @Nullable String why) {}

    record StartedTask(String task) {}

    record SagaPage(List<SagaDeclaration> sagas, @Nullable String next) {}

    record SagaDeclaration(String name, String queue, List<String> steps, List<String> undoable, long stuck) {}

    record StartedPage(List<StartedSaga> started, @Nullable String next) {
        static StartedPage of(SagaOperations.Page page, Instant now) {
            return new StartedPage(
                    page.started().stream()
                            .map(one -> new StartedSaga(one.key(), TaskInfo.of(one.task(), now)))
                            .toList(),
                    page.next());
        }
    }

    record StartedSaga(String key, TaskInfo task) {}

    record SagaInfo(
            String name,
            String key,
            String status,
            String task,
            @Nullable String reason,
            List<String> steps,
            List<String> undoable,
            List<SagaEvent> history) {
        static SagaInfo of(SagaRegistry.Declared declared, SagaReport<byte[]> report) {
            return new SagaInfo(
                    declared.saga().name(),
                    report.key(),
                    report.status().name().toLowerCase(Locale.ROOT),
                    report.taskId(),
                    report.reason(),
                    declared.saga().stepNames(),
                    declared.undoable(),
                    report.history().stream().map(SagaEvent::of).toList());
        }
    }

    record SagaEvent(
            Instant at,
            String what,
            String outcome,
            int attempts,
            String who,
            @Nullable String words) {
        static SagaEvent of(SagaReport.Line line) {
            return new SagaEvent(
                    line.at(),
                    line.what(),
                    line.outcome().toLowerCase(Locale.ROOT),
                    line.attempts(),
                    line.who(),
                    line.words());
        }
    }

    record JobLogPage(List<JobLogLine> lines, @Nullable String next) {}

    record JobLogLine(
            Instant at,
            String event,
            int attempt,
            String who,
            @Nullable String words,
            String task,
            String queue,
            String kind) {
        static JobLogLine of(LogEntry entry) {
            return new JobLogLine(
                    entry.at(),
                    entry.event().name().toLowerCase(Locale.ROOT),
                    entry.attempt(),
                    entry.who(),
                    entry.words(),
                    entry.taskId(),
                    entry.queue(),
                    entry.kind());
        }
    }

    record WebhookInfo(
            List<WebhookEndpoint> endpoints,
            List<TaskInfo> waiting,
            long deadCount,
            List<LetterInfo> dead,
            List<JobLogLine> ended) {}

    record WebhookEndpoint(
            String endpoint,
            int underWay,
            int failedBefore,
            int dead,
            @Nullable String lastFailure,
            @Nullable Instant lastFailureAt) {
        static WebhookEndpoint of(EndpointDeliveries one) {
            return new WebhookEndpoint(
                    one.endpoint(),
                    one.underWay(),
                    one.failedBefore(),
                    one.dead(),
                    one.lastFailure(),
                    one.lastFailureAt());
        }
    }

    record Replay(int redriven) {}
}
