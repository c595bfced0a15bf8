package dev.oncemore.torture.nemesis.node;

import java.util.List;

/** One line between a node and its parent: words, separated by tabs. */
public final class Line {
    private static final String SEPARATOR = "\t";
    private static final int WORD_LENGTH_MAX = 400;

    private Line() {}

    /** The words as one line; none of them breaks it, and none is too long to read. */
    public static String of(List<String> words) {
        return String.join(SEPARATOR, words.stream().map(Line::tame).toList());
    }

    /** The words of a line. */
    public static List<String> words(String line) {
        return List.of(line.split(SEPARATOR, -1));
    }

    private static String tame(String word) {
        String bounded = word.length() <= WORD_LENGTH_MAX ? word : word.substring(0, WORD_LENGTH_MAX);
        return bounded.replaceAll("[\\t\\r\\n]+", " ");
    }
}
