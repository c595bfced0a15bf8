package dev.oncemore.observe.metrics;

import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Settings of {@link Meters}. An immutable value; each method returns a changed copy.
 *
 * <pre>{@code
 * Meters meters = Meters.on(registry, MeterSettings.standard().prefix("oncemore.").histograms());
 * }</pre>
 *
 * @param prefix the beginning of every meter's name; empty by default
 * @param labelSetsMax how many sets of labels a meter has at most, 1 to 100,000; further ones are counted as
 *     {@code other}
 * @param bounds the bounds of the histograms, ascending; empty if timers have none
 */
public record MeterSettings(String prefix, int labelSetsMax, List<Duration> bounds) {
    private static final int LABEL_SETS = 200;
    private static final int LABEL_SETS_MOST = 100_000;
    private static final int BOUNDS_MAX = 50;
    private static final Pattern PREFIX = Pattern.compile("([a-z][a-z0-9_]{0,30}\\.){0,3}");
    private static final List<Duration> STANDARD_BOUNDS = Stream.of(
                    5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000)
            .map(Duration::ofMillis)
            .toList();
    private static final MeterSettings STANDARD = new MeterSettings("", LABEL_SETS, List.of());

    /** Validates the settings. */
    public MeterSettings {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException("prefix must be up to three words in lower case, each followed by a dot,"
                    + " such as 'oncemore.', but is '" + prefix + "'");
        }
        if (labelSetsMax < 1 || labelSetsMax > LABEL_SETS_MOST) {
            throw new IllegalArgumentException(
                    "labelSetsMax must be between 1 and " + LABEL_SETS_MOST + ", but is " + labelSetsMax);
        }
        bounds = List.copyOf(bounds);
        if (bounds.size() > BOUNDS_MAX) {
            throw new IllegalArgumentException(
                    "there must be at most " + BOUNDS_MAX + " histogram bounds, but there are " + bounds.size());
        }
        Duration before = Duration.ZERO;
        for (Duration bound : bounds) {
            if (bound.compareTo(before) <= 0) {
                throw new IllegalArgumentException("histogram bounds must be over 0 and ascending, but "
                        + Durations.format(bound) + " comes after " + Durations.format(before));
            }
            before = bound;
        }
    }

    /** No prefix, 200 sets of labels for each meter, no histograms. */
    public static MeterSettings standard() {
        return STANDARD;
    }

    /** Puts this before every name: {@code oncemore.} makes {@code oncemore.dependency.calls}. */
    public MeterSettings prefix(String words) {
        return new MeterSettings(words, labelSetsMax, bounds);
    }

    /** Sets how many sets of labels a meter has at most. */
    public MeterSettings labelSetsMax(int sets) {
        return new MeterSettings(prefix, sets, bounds);
    }

    /**
     * Makes every timer a real one with a histogram of twelve buckets from 5 ms to 30 s, for percentiles across nodes.
     * That is 13 more series for each set of labels, and a call that succeeds costs more than 100 ns.
     */
    public MeterSettings histograms() {
        return new MeterSettings(prefix, labelSetsMax, STANDARD_BOUNDS);
    }

    /** As {@link #histograms()}, with your own bounds: 1 to 50, ascending. */
    public MeterSettings histograms(Duration... ascendingBounds) {
        if (ascendingBounds.length == 0) {
            throw new IllegalArgumentException("there must be at least one histogram bound, such as 100 ms");
        }
        return new MeterSettings(prefix, labelSetsMax, Arrays.asList(ascendingBounds));
    }

    @Override
    public String toString() {
        return "the prefix '" + prefix + "', at most " + labelSetsMax + " label sets and " + bounds.size()
                + " histogram bounds";
    }
}
