package dev.oncemore.torture.compose;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Counts faults that took effect, by kind. Not thread-safe. */
final class Tally {
    private final Map<Enum<?>, long[]> counts = new HashMap<>();

    void landed(Enum<?> fault) {
        counts.computeIfAbsent(fault, absent -> new long[1])[0]++;
    }

    void addTo(Map<String, Long> all) {
        counts.forEach((fault, count) -> all.merge(name(fault), count[0], Long::sum));
    }

    Map<String, Long> asMap() {
        Map<String, Long> all = new TreeMap<>();
        addTo(all);
        return all;
    }

    private static String name(Enum<?> fault) {
        String place =
                fault instanceof StoreFault.Verb ? "store " : fault instanceof Transaction.Commit ? "commit " : "";
        return place + fault.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }
}
