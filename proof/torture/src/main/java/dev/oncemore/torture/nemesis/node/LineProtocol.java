package dev.oncemore.torture.nemesis.node;

import java.util.List;

/** The protocol between a node and its parent: one message per line, fields separated by tabs. */
public final class LineProtocol {
    private static final String SEPARATOR = "\t";
    private static final int WORD_LENGTH_MAX = 400;

    private LineProtocol() {}

    /** Formats a message; fields are cut to a bound, and their tabs and line breaks become blanks. */
    public static String format(List<String> words) {
        return String.join(
                SEPARATOR, words.stream().map(LineProtocol::sanitized).toList());
    }

    /** The fields of a line. */
    public static List<String> parse(String line) {
        return List.of(line.split(SEPARATOR, -1));
    }

    private static String sanitized(String word) {
        String bounded = word.length() <= WORD_LENGTH_MAX ? word : word.substring(0, WORD_LENGTH_MAX);
        return bounded.replaceAll("[\\t\\r\\n]+", " ");
    }
}
