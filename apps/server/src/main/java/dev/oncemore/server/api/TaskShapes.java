package dev.oncemore.server.api;

import dev.oncemore.http.webhook.WebhookMessage;
import dev.oncemore.once.Finding;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.Resource;
import dev.oncemore.operations.AlreadyDone;
import dev.oncemore.operations.StateWords;
import dev.oncemore.operations.audit.AuditTrail;
import dev.oncemore.server.web.Utf8;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.Queues;
import dev.oncemore.task.store.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Queues, tasks, dead letters, records and the audit trail in JSON. Fields without a value are left out. */
final class TaskShapes {
    private TaskShapes() {}

    record Live(String status) {}

    record Ready(String status, Instant storeTime) {}

    record TaskId(String id) {}

    record QueueList(List<QueueInfo> queues, @Nullable String next) {}

    record QueueInfo(
            String queue,
            long ready,
            long waiting,
            long running,
            long dead,
            @Nullable Long oldestReadySeconds,
            boolean paused,
            @Nullable Instant pausedUntil,
            @Nullable String pausedBy,
            @Nullable String pausedWhy) {
        static QueueInfo of(Queues.Status status) {
            Queues.Pause pause = status.pause();
            Duration oldest = status.oldestReady();
            return new QueueInfo(
                    status.queue(),
                    status.ready(),
                    status.waiting(),
                    status.running(),
                    status.dead(),
                    oldest == null ? null : oldest.toSeconds(),
                    pause != null,
                    pause == null ? null : pause.until(),
                    pause == null ? null : pause.by().who(),
                    pause == null ? null : pause.by().why());
        }
    }

    record TaskInfo(
            String id,
            String queue,
            String kind,
            String state,
            int attempts,
            Instant at,
            @Nullable String reason,
            @Nullable String result,
            @Nullable String resultBase64,
            @Nullable List<TaskEvent> log) {
        static TaskInfo of(TaskStatus status, Instant now) {
            return of(status, now, null);
        }

        static TaskInfo of(TaskStatus status, Instant now, @Nullable List<LogEntry> log) {
            return new TaskInfo(
                    status.id(),
                    status.queue(),
                    status.kind(),
                    StateWords.of(status, now),
                    status.attempts(),
                    status.at(),
                    status.reason(),
                    text(status.result()),
                    base64(status.result()),
                    log == null ? null : events(log));
        }
    }

    record TaskEvent(
            Instant at,
            String event,
            int attempt,
            String who,
            @Nullable String words) {
        static TaskEvent of(LogEntry entry) {
            return new TaskEvent(
                    entry.at(),
                    entry.event().name().toLowerCase(Locale.ROOT),
                    entry.attempt(),
                    entry.who(),
                    entry.words());
        }
    }

    private static List<TaskEvent> events(List<LogEntry> log) {
        return log.stream().map(TaskEvent::of).toList();
    }

    record LetterPage(
            long count, List<LetterInfo> letters, @Nullable String next) {}

    /** A dead letter; a list leaves out payload, headers and log, and only webhooks have an endpoint and a message. */
    record LetterInfo(
            String id,
            String queue,
            String kind,
            @Nullable String key,
            String reason,
            String signature,
            int attempts,
            int redrives,
            long fence,
            Instant enqueuedAt,
            Instant diedAt,
            @Nullable Instant discardedAt,
            @Nullable String payload,
            @Nullable String payloadBase64,
            @Nullable Map<String, String> headers,
            @Nullable List<TaskEvent> log,
            @Nullable String endpoint,
            @Nullable String message) {
        static LetterInfo of(DeadLetter letter) {
            return of(letter, null, null, null);
        }

        static LetterInfo whole(DeadLetter letter, List<LogEntry> log) {
            return of(letter, letter.task().payload(), log, null);
        }

        static LetterInfo webhook(DeadLetter letter, @Nullable WebhookMessage message) {
            return of(letter, null, null, message);
        }

        private static LetterInfo of(
                DeadLetter letter,
                @Nullable Bytes payload,
                @Nullable List<LogEntry> log,
                @Nullable WebhookMessage message) {
            return new LetterInfo(
                    letter.task().id(),
                    letter.task().queue(),
                    letter.task().kind(),
                    letter.task().dedupKey(),
                    letter.reason(),
                    letter.signature(),
                    letter.attempts(),
                    letter.redrives(),
                    letter.fence(),
                    letter.enqueuedAt(),
                    letter.diedAt(),
                    letter.discardedAt(),
                    text(payload),
                    base64(payload),
                    payload == null ? null : letter.task().headers(),
                    log == null ? null : events(log),
                    message == null ? null : message.endpoint(),
                    message == null ? null : message.id());
        }
    }

    record GroupList(List<LetterGroup> groups) {}

    record LetterGroup(String signature, long count, Instant firstDiedAt, Instant lastDiedAt, String example) {
        static LetterGroup of(DeadLetters.Group group) {
            return new LetterGroup(
                    group.signature(), group.count(), group.firstDiedAt(), group.lastDiedAt(), group.exampleId());
        }
    }

    /** A bulk redrive: the task that does it, or for a dry run how many are done already. */
    record Redrive(
            long count,
            @Nullable Integer alreadyDone,
            @Nullable Boolean alreadyDoneIsAtLeast,
            @Nullable String task) {
        static Redrive dryRun(long count, AlreadyDone done) {
            return new Redrive(count, done.letters(), done.isCut(), null);
        }
    }

    record RecordInfo(
            @Nullable String answer,
            @Nullable String scope,
            @Nullable String key,
            @Nullable String state,
            @Nullable String who,
            @Nullable Integer attempts,
            @Nullable String error,
            @Nullable String fingerprint,
            @Nullable Instant createdAt,
            @Nullable Instant updatedAt,
            @Nullable Instant leaseUntil,
            @Nullable Instant expiresAt,
            @Nullable ResourceInfo resource,
            @Nullable String response,
            @Nullable String responseBase64) {
        static RecordInfo of(Finding finding) {
            String answer = finding instanceof Finding.Known
                    ? "known"
                    : finding instanceof Finding.Expired ? "not within retention" : "never seen";
            return finding.record()
                    .map(found -> of(answer, found))
                    .orElse(new RecordInfo(
                            answer, null, null, null, null, null, null, null, null, null, null, null, null, null,
                            null));
        }

        static RecordInfo of(OnceRecord found) {
            return of(null, found);
        }

        private static RecordInfo of(@Nullable String answer, OnceRecord found) {
            Resource resource = found.resource();
            return new RecordInfo(
                    answer,
                    found.key().scope().written(),
                    found.key().value(),
                    found.state().name().toLowerCase(Locale.ROOT),
                    found.who(),
                    found.attempts(),
                    found.error(),
                    found.fingerprint().toString(),
                    found.createdAt(),
                    found.updatedAt(),
                    found.leaseUntil(),
                    found.expiresAt(),
                    resource == null ? null : new ResourceInfo(resource.type(), resource.id()),
                    text(found.response()),
                    base64(found.response()));
        }
    }

    record ResourceInfo(String type, String id) {}

    record AuditPage(List<AuditLine> lines, @Nullable String next) {}

    record AuditLine(String id, Instant at, String who, String action, String subject, String why) {
        static AuditLine of(AuditTrail.Line line) {
            return new AuditLine(line.id(), line.at(), line.who(), line.action(), line.subject(), line.why());
        }
    }

    private static @Nullable String text(@Nullable Bytes bytes) {
        return bytes == null ? null : Utf8.text(bytes).orElse(null);
    }

    /** Bytes that are no text. */
    private static @Nullable String base64(@Nullable Bytes bytes) {
        return bytes == null || Utf8.text(bytes).isPresent()
                ? null
                : Base64.getEncoder().encodeToString(bytes.toArray());
    }
}
