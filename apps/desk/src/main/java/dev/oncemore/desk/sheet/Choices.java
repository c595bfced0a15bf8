package dev.oncemore.desk.sheet;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Enumerations as forms and programs write them: day-first. */
final class Choices {
    private Choices() {}

    static String word(Enum<?> one) {
        return one.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static <E extends Enum<E>> E parse(String what, E[] all, String text) {
        return Arrays.stream(all)
                .filter(one -> word(one).equals(text.strip().toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no " + what + " '" + text + "', only "
                        + Arrays.stream(all).map(Choices::word).collect(Collectors.joining(", "))));
    }
}
