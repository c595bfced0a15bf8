package dev.oncemore.server.console;

import dev.oncemore.operations.Operations;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.server.web.Utf8;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.LogEntry;
import io.javalin.http.Context;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One dead letter: what it was, why it died, and what can be done. */
public final class LetterPage {
    private LetterPage() {}

    /** What is shown. */
    public record View(
            String id,
            String path,
            String queue,
            String kind,
            String reason,
            String attempts,
            String died,
            String diedAt,
            String enqueuedAt,
            @Nullable String key,
            long fence,
            boolean discarded,
            boolean isText,
            String payload,
            List<LogLine> log,
            @Nullable String before,
            String curl) {}

    static View view(Operations operations, String id, Context context) {
        DeadLetter letter = operations
                .letter(id)
                .orElseThrow(() -> Refusal.notFound("there is no dead letter " + id + "; it may have been redriven"));
        List<LogEntry> log = operations.log(id);
        return new View(
                id,
                "/dead/" + Words.encoded(id),
                letter.task().queue(),
                letter.task().kind(),
                letter.reason(),
                Words.count(letter.attempts(), "attempt", "attempts"),
                Words.ago(letter.diedAt(), operations.now()),
                letter.diedAt().toString(),
                letter.enqueuedAt().toString(),
                letter.task().dedupKey(),
                letter.fence(),
                letter.discardedAt() != null,
                Utf8.readable(letter.task().payload()).isPresent(),
                Words.shown(letter.task().payload()),
                LogLine.of(log),
                before(log),
                Curl.post(context, "/api/dead/" + Words.encoded(id) + "/redrive", "{\"why\":\"…\"}"));
    }

    /** The payload before it was last changed; null when it never was, or was no text. */
    private static @Nullable String before(List<LogEntry> log) {
        return log.stream()
                .filter(entry -> entry.event() == LogEntry.Event.EDITED)
                .reduce((first, last) -> last)
                .map(LogEntry::bytes)
                .flatMap(Utf8::text)
                .orElse(null);
    }
}
