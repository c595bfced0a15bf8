package dev.oncemore.server.language;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Says in other words, or in another language, what the desk says in English. Rows, logs and programs keep the desk's own
 * sentence; nothing is decided by it. A sentence that is not known is shown as it is in English, and folded away elsewhere.
 */
public final class Phrasebook {
    /** Such as "java.io.IOException: ...": of no use to people who send documents. */
    private static final Pattern PROGRAM = Pattern.compile("(?s)(?:[a-z]\\w*\\.)+[A-Z]\\w*(?::.*)?");

    private static final List<Phrase> PHRASES = read();

    private Phrasebook() {}

    /** No sentence of the desk is as long; what people typed into it may be. */
    private static final int LENGTH_MAX = 2_000;

    /**
     * What is said to a person.
     *
     * @param text one or two sentences: what happened, and what to do
     * @param details what it was about, in the words of a program; empty when there is nothing more
     */
    public record Said(String text, String details) {}

    /** Says it with these words. */
    public static Said say(Messages messages, String given) {
        String english = given.length() <= LENGTH_MAX ? given : given.substring(0, LENGTH_MAX) + "…";
        StringBuilder details = new StringBuilder();
        String text = translated(messages, english, details);
        if (text.isEmpty()) {
            boolean isShown = messages.language() == Language.ENGLISH
                    && !PROGRAM.matcher(english).matches();
            return isShown ? new Said(sentence(english), "") : new Said(messages.text("said.other"), english);
        }
        return new Said(text, details.toString());
    }

    /** Says several lines, each on its own. */
    public static Said sayAll(Messages messages, String english) {
        List<Said> all = english.lines().map(line -> say(messages, line)).toList();
        return new Said(
                all.stream().map(Said::text).distinct().collect(Collectors.joining("\n")),
                all.stream()
                        .map(Said::details)
                        .filter(details -> !details.isEmpty())
                        .collect(Collectors.joining("; ")));
    }

    /** The same; empty when it is not in the book. */
    private static String translated(Messages messages, String english, StringBuilder details) {
        for (Phrase phrase : PHRASES) {
            List<String> found = phrase.match(english);
            if (found != null) {
                Object[] values = new Object[found.size()];
                for (int i = 0; i < values.length; i++) {
                    values[phrase.places().get(i)] =
                            value(messages, phrase.kinds().get(i), found.get(i), details);
                }
                return messages.text(phrase.key(), values);
            }
        }
        return "";
    }

    private static String value(Messages messages, String kind, String given, StringBuilder details) {
        return switch (kind) {
            case "said" -> {
                String inner = translated(messages, given, details);
                yield inner.isEmpty() ? given : inner;
            }
            case "column" -> word(messages, "column.", given);
            case "state" -> word(messages, "state.", given);
            case "folded" -> {
                details.append(details.isEmpty() ? "" : "; ").append(given);
                yield "";
            }
            default -> given;
        };
    }

    private static String word(Messages messages, String prefix, String given) {
        String key = prefix + given.toLowerCase(Locale.ROOT);
        return messages.has(key) ? messages.text(key) : given;
    }

    private static String sentence(String english) {
        String first = english.isEmpty() ? "" : english.substring(0, 1).toUpperCase(Locale.ROOT) + english.substring(1);
        return first.matches("(?s).*[.!?…]") ? first : first + ".";
    }

    /** All of them. */
    static List<Phrase> phrases() {
        return PHRASES;
    }

    private static List<Phrase> read() {
        try (InputStream stream = Phrasebook.class.getResourceAsStream("phrases.txt")) {
            if (stream == null) {
                throw new IllegalStateException("the phrases are missing in the jar");
            }
            return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(Phrase::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
