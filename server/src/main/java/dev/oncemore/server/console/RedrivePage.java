package dev.oncemore.server.console;

import dev.oncemore.server.operations.Operations;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters;
import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Asks once more before a whole filter is redriven: how many, which, and how fast. */
public final class RedrivePage {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int SAMPLE = 5;
    private static final int RATE = 50;

    private RedrivePage() {}

    /** What is shown. */
    public record View(
            long count,
            String sentence,
            String queue,
            String kind,
            String signature,
            int rate,
            String duration,
            List<DeadPage.Row> sample,
            String curl) {}

    static View view(Operations operations, DeadLetters.Filter filter, Context context) {
        Instant now = operations.now();
        long count = operations.countLetters(filter);
        List<DeadLetter> sample = operations.letters(filter, null, SAMPLE);
        ObjectNode body = JSON.createObjectNode();
        body.put("queue", DeadPage.text(filter.queue()));
        body.put("kind", DeadPage.text(filter.kind()));
        body.put("signature", DeadPage.text(filter.signature()));
        body.put("perSecond", RATE);
        body.put("why", "…");
        return new View(
                count,
                count == 0
                        ? "Nothing matches: there is nothing to redrive"
                        : "Redrive " + Words.count(count, "dead letter", "dead letters") + "?",
                DeadPage.text(filter.queue()),
                DeadPage.text(filter.kind()),
                DeadPage.text(filter.signature()),
                RATE,
                Words.span(Duration.ofSeconds(Math.max(1, count / RATE))),
                sample.stream().map(letter -> DeadPage.row(letter, now)).toList(),
                Curl.post(context, "/api/dead/redrive", JSON.writeValueAsString(body)));
    }
}
