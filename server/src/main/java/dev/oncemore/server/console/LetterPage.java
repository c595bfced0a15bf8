package dev.oncemore.server.console;

import dev.oncemore.server.operations.Operations;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.server.web.Utf8;
import dev.oncemore.task.store.DeadLetter;
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
            List<LogLine> log) {}

    static View view(Operations operations, String id) {
        DeadLetter letter = operations
                .letter(id)
                .orElseThrow(() -> Refusal.notFound("there is no dead letter " + id + "; it may have been redriven"));
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
                Utf8.text(letter.task().payload()).isPresent(),
                Words.shown(letter.task().payload()),
                LogLine.of(operations.log(id)));
    }
}
