package dev.oncemore.task;

import java.util.regex.Pattern;

/** The common part of errors with the same cause: their text without numbers, ids and quoted values. */
final class Signature {
    private static final int LENGTH_MAX = 500;
    private static final Pattern VARYING =
            Pattern.compile("\"[^\"]*\"|'[^']*'|\\b[0-9a-fA-F]{8,}(?:-[0-9a-fA-F]{4,})*\\b|\\d+(?:[.,:]\\d+)*");

    private Signature() {}

    static String of(String error) {
        String head = error.length() <= LENGTH_MAX ? error : error.substring(0, LENGTH_MAX);
        return VARYING.matcher(head).replaceAll("#");
    }
}
