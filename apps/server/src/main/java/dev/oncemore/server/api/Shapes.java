package dev.oncemore.server.api;

import dev.oncemore.once.Finding;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.operations.StateWords;
import dev.oncemore.server.web.Utf8;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.Queues;
import dev.oncemore.task.store.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How things look in JSON. Fields that have no value are left out. */
final class Shapes {
    private Shapes() {}

    static Map<String, Object> letter(DeadLetter letter) {
        Fields fields = new Fields()
                .with("id", letter.task().id())
                .with("queue", letter.task().queue())
                .with("kind", letter.task().kind())
                .with("key", letter.task().dedupKey())
                .with("reason", letter.reason())
                .with("signature", letter.signature())
                .with("attempts", letter.attempts())
                .with("redrives", letter.redrives())
                .with("fence", letter.fence())
                .with("enqueuedAt", letter.enqueuedAt())
                .with("diedAt", letter.diedAt())
                .with("discardedAt", letter.discardedAt());
        return fields.all();
    }

    static Map<String, Object> wholeLetter(DeadLetter letter) {
        Map<String, Object> fields = letter(letter);
        bytes(fields, "payload", letter.task().payload());
        fields.put("headers", letter.task().headers());
        return fields;
    }

    static Map<String, Object> logEntry(LogEntry entry) {
        return new Fields()
                .with("at", entry.at())
                .with("event", entry.event().name().toLowerCase(Locale.ROOT))
                .with("attempt", entry.attempt())
                .with("who", entry.who())
                .with("words", entry.words())
                .all();
    }

    static Map<String, Object> task(TaskStatus status, Instant now) {
        Map<String, Object> fields = new Fields()
                .with("id", status.id())
                .with("queue", status.queue())
                .with("kind", status.kind())
                .with("state", StateWords.of(status, now))
                .with("attempts", status.attempts())
                .with("at", status.at())
                .with("reason", status.reason())
                .all();
        if (status.result() != null) {
            bytes(fields, "result", status.result());
        }
        return fields;
    }

    static Map<String, Object> queue(Queues.Status status) {
        Queues.Pause pause = status.pause();
        return new Fields()
                .with("queue", status.queue())
                .with("ready", status.ready())
                .with("waiting", status.waiting())
                .with("running", status.running())
                .with("dead", status.dead())
                .with("oldestReadySeconds", seconds(status.oldestReady()))
                .with("paused", pause != null)
                .with("pausedUntil", pause == null ? null : pause.until())
                .with("pausedBy", pause == null ? null : pause.who())
                .with("pausedWhy", pause == null ? null : pause.reason())
                .all();
    }

    static Map<String, Object> finding(Finding finding) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(
                "answer",
                finding instanceof Finding.Known
                        ? "known"
                        : finding instanceof Finding.Expired ? "not within retention" : "never seen");
        finding.record().ifPresent(found -> fields.putAll(record(found)));
        return fields;
    }

    static Map<String, Object> record(OnceRecord found) {
        Map<String, Object> fields = new Fields()
                .with("scope", found.key().scope().written())
                .with("key", found.key().value())
                .with("state", found.state().name().toLowerCase(Locale.ROOT))
                .with("who", found.who())
                .with("attempts", found.attempts())
                .with("error", found.error())
                .with("fingerprint", found.fingerprint().toString())
                .with("createdAt", found.createdAt())
                .with("updatedAt", found.updatedAt())
                .with("leaseUntil", found.leaseUntil())
                .with("expiresAt", found.expiresAt())
                .all();
        if (found.resource() != null) {
            fields.put(
                    "resource",
                    Map.of(
                            "type",
                            found.resource().type(),
                            "id",
                            found.resource().id()));
        }
        if (found.response() != null) {
            bytes(fields, "response", found.response());
        }
        return fields;
    }

    /** As text where it is text, and in base64 under another name where it is not. */
    private static void bytes(Map<String, Object> fields, String name, Bytes bytes) {
        Utf8.text(bytes)
                .ifPresentOrElse(
                        text -> fields.put(name, text),
                        () -> fields.put(name + "Base64", Base64.getEncoder().encodeToString(bytes.toArray())));
    }

    private static @Nullable Long seconds(@Nullable Duration span) {
        return span == null ? null : span.toSeconds();
    }

    /** A map that leaves out what is null, and writes times as text. */
    private static final class Fields {
        private final Map<String, Object> all = new LinkedHashMap<>();

        Fields with(String name, @Nullable Object value) {
            if (value != null) {
                all.put(name, value instanceof Instant ? value.toString() : value);
            }
            return this;
        }

        Map<String, Object> all() {
            return all;
        }
    }
}
