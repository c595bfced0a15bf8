package dev.oncemore.examples.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Counted effects in plain words: {@code orders of tea: 2, orders of coffee: 0}.
 *
 * @param counts the counts by what was counted
 */
public record Tally(Map<String, Long> counts) {
    /** Copies the counts and keeps their order. */
    public Tally {
        counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
    }

    /** A tally of one thing. */
    public static Tally of(long count, String what) {
        return new Tally(Map.of(what, count));
    }

    /** This tally and one thing more. */
    public Tally and(long count, String what) {
        Map<String, Long> more = new LinkedHashMap<>(counts);
        more.put(what, count);
        return new Tally(more);
    }

    @Override
    public String toString() {
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .collect(Collectors.joining(", "));
    }
}
