package dev.oncemore.server.console;

import dev.oncemore.operations.LetterSummary;
import dev.oncemore.operations.Operations;
import dev.oncemore.server.web.LetterPlace;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The dead letters, by cause and one by one. */
public final class DeadPage {
    private static final int PAGE = 50;

    private DeadPage() {}

    /** What is shown. */
    public record View(
            String sentence,
            String count,
            String queue,
            String kind,
            String signature,
            String from,
            String before,
            boolean discarded,
            boolean isOfLatest,
            List<Group> groups,
            List<Row> letters,
            @Nullable String next,
            String redrivePath,
            Map<String, String> fields) {}

    /** Letters of one cause. */
    public record Group(String count, String signature, String path, String first, String last) {
        static Group of(DeadLetters.Group group, DeadLetters.Filter filter, Instant now) {
            return new Group(
                    Words.number(group.count()),
                    group.signature(),
                    "/dead?" + LetterPlace.query(filter.withSignature(group.signature())),
                    Words.ago(group.firstDiedAt(), now),
                    Words.ago(group.lastDiedAt(), now));
        }
    }

    /** One letter. */
    public record Row(
            String id, String at, String ago, String queue, String kind, String path, int attempts, String reason) {}

    static View view(Operations operations, DeadLetters.Filter filter, @Nullable String after) {
        Instant now = operations.now();
        List<DeadLetter> letters = operations.letters(filter, LetterPlace.read(after), PAGE);
        LetterSummary summary = operations.summary(filter);
        return new View(
                sentence(summary, filter),
                summary.isAtLeast() ? "all" : Words.number(summary.count()),
                text(filter.queue()),
                text(filter.kind()),
                text(filter.signature()),
                text(filter.diedFrom()),
                text(filter.diedBefore()),
                filter.discarded(),
                summary.isAtLeast(),
                summary.groups().stream()
                        .map(group -> Group.of(group, filter, now))
                        .toList(),
                letters.stream().map(letter -> row(letter, now)).toList(),
                letters.size() < PAGE ? null : next(filter, letters.get(letters.size() - 1)),
                "/dead/redrive?" + LetterPlace.query(filter),
                LetterPlace.parameters(filter));
    }

    private static String sentence(LetterSummary summary, DeadLetters.Filter filter) {
        String sentence = sentence(summary.count(), filter);
        return summary.isAtLeast() ? "More than " + sentence : sentence;
    }

    private static String sentence(long count, DeadLetters.Filter filter) {
        boolean isAll =
                filter.equals(filter.discarded() ? DeadLetters.Filter.all().onlyDiscarded() : DeadLetters.Filter.all());
        if (filter.discarded()) {
            return isAll
                    ? Words.count(count, "letter is", "letters are") + " discarded"
                    : Words.count(count, "discarded letter matches", "discarded letters match");
        }
        if (!isAll) {
            return Words.count(count, "dead letter matches", "dead letters match");
        }
        return count == 0 ? "No dead letters" : Words.count(count, "dead letter needs you", "dead letters need you");
    }

    static Row row(DeadLetter letter, Instant now) {
        return new Row(
                letter.task().id(),
                letter.diedAt().toString(),
                Words.ago(letter.diedAt(), now),
                letter.task().queue(),
                letter.task().kind(),
                "/dead/" + Words.encoded(letter.task().id()),
                letter.attempts(),
                letter.reason());
    }

    private static String next(DeadLetters.Filter filter, DeadLetter last) {
        String query = LetterPlace.query(filter);
        return "/dead?" + query + (query.isEmpty() ? "" : "&") + "after="
                + Words.encoded(LetterPlace.written(last.cursor()));
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }
}
