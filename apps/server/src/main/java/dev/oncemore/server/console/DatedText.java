package dev.oncemore.server.console;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a sentence. Dates stay on one line, because browsers break them at their dashes.
 *
 * @param text the part
 * @param isDate whether it is a date
 */
public record DatedText(String text, boolean isDate) {
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d(-\\d\\d)?");

    /** The parts of a sentence, in their order. */
    public static List<DatedText> split(String sentence) {
        List<DatedText> parts = new ArrayList<>();
        Matcher date = DATE.matcher(sentence);
        int at = 0;
        while (date.find()) {
            parts.add(new DatedText(sentence.substring(at, date.start()), false));
            parts.add(new DatedText(date.group(), true));
            at = date.end();
        }
        parts.add(new DatedText(sentence.substring(at), false));
        return parts;
    }
}
