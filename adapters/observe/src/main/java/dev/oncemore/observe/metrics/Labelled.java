package dev.oncemore.observe.metrics;

import dev.oncemore.observe.BoundedNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counters and timers by name and labels. Label sets beyond the bound count as {@code other}: names are replaced, but
 * not status, outcome, cause or change, which have few values and are used by alerts.
 */
final class Labelled {
    /** Labels whose values are a short fixed list. */
    private static final Set<String> FEW = Set.of("status", "outcome", "change", "cause");

    private final MeterFactory meters;
    private final Map<Series, Counter> counters = new ConcurrentHashMap<>();
    private final Map<Series, Timer> timers = new ConcurrentHashMap<>();
    private final Map<MeterName, BoundedNames<String>> sets = new ConcurrentHashMap<>();

    Labelled(MeterFactory meters) {
        this.meters = meters;
    }

    Counter counter(MeterName name, String... values) {
        return counters.computeIfAbsent(series(name, values), series -> meters.counter(name, series.tags()));
    }

    Timer timer(MeterName name, String... values) {
        return timers.computeIfAbsent(series(name, values), series -> meters.timer(name, series.tags()));
    }

    private Series series(MeterName name, String... values) {
        BoundedNames<String> known = sets.computeIfAbsent(
                name, unused -> new BoundedNames<>(meters.settings().labelSetsMax(), set -> set));
        List<String> asked = Arrays.asList(values);
        boolean isOther = known.get(String.join("\n", asked)).equals(BoundedNames.OTHER);
        return new Series(name, isOther ? others(name, asked) : asked);
    }

    private static List<String> others(MeterName name, List<String> asked) {
        List<String> values = new ArrayList<>(asked);
        for (int i = 0; i < values.size(); i++) {
            if (!FEW.contains(name.labels().get(i))) {
                values.set(i, BoundedNames.OTHER);
            }
        }
        return values;
    }

    /** A meter with its labels. */
    private record Series(MeterName name, List<String> values) {
        Tags tags() {
            List<Tag> tags = new ArrayList<>();
            for (int i = 0; i < values.size(); i++) {
                tags.add(Tag.of(name.labels().get(i), values.get(i)));
            }
            return Tags.of(tags);
        }
    }
}
