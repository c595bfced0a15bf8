package dev.oncemore.server.console;

import dev.oncemore.operations.AlreadyDone;
import dev.oncemore.operations.LetterSummary;
import dev.oncemore.operations.Operations;
import dev.oncemore.server.web.LetterPlace;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters;
import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Asks once more before a whole filter is redriven: how many, which, what is skipped, and how fast. */
public final class RedrivePage {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int SAMPLE = 5;
    private static final int RATE = 50;

    private static final Map<String, String> FACTS = Map.of(
            "queue", "Queue",
            "kind", "Kind",
            "signature", "Why they died",
            "from", "Died from",
            "before", "Died before");

    private RedrivePage() {}

    /**
     * What is shown.
     *
     * @param facts which letters are meant, in words
     * @param fields the same for the form
     * @param done how many are skipped, because they were done before
     */
    public record View(
            long count,
            String button,
            String sentence,
            List<Field> facts,
            List<Field> fields,
            String done,
            int rate,
            String duration,
            List<DeadPage.Row> sample,
            String curl) {}

    /** A name and a value. */
    public record Field(String name, String value) {}

    static View view(Operations operations, DeadLetters.Filter filter, Context context) {
        Instant now = operations.now();
        LetterSummary summary = operations.summary(filter);
        long count = summary.count();
        List<DeadLetter> sample = operations.letters(filter, null, SAMPLE);
        Map<String, String> parameters = LetterPlace.parameters(filter);
        ObjectNode body = JSON.createObjectNode();
        parameters.forEach(body::put);
        body.put("perSecond", RATE);
        body.put("why", "…");
        return new View(
                count,
                summary.isAtLeast() ? "Redrive all" : "Redrive " + count,
                count == 0
                        ? "No dead letter matches"
                        : "Redrive " + (summary.isAtLeast() ? "more than " : "")
                                + Words.count(count, "dead letter", "dead letters") + "?",
                fields(parameters, name -> FACTS.getOrDefault(name, name)),
                fields(parameters, name -> name),
                done(operations.alreadyDone(filter)),
                RATE,
                (summary.isAtLeast() ? "more than " : "about ")
                        + Words.span(Duration.ofSeconds(Math.max(1, count / RATE))),
                sample.stream().map(letter -> DeadPage.row(letter, now)).toList(),
                Curl.post(context, "/api/dead/redrive", JSON.writeValueAsString(body)));
    }

    private static List<Field> fields(Map<String, String> parameters, UnaryOperator<String> named) {
        return parameters.entrySet().stream()
                .map(one -> new Field(named.apply(one.getKey()), one.getValue()))
                .toList();
    }

    private static String done(AlreadyDone done) {
        return "Already done: " + (done.isCut() ? "at least " : "") + Words.number(done.letters()) + " will be skipped";
    }
}
