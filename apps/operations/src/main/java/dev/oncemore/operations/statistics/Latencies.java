package dev.oncemore.operations.statistics;

import java.time.Duration;
import java.util.Arrays;
import java.util.StringJoiner;

/** How long calls took, in classes that grow by a fifth: small enough to keep, and exact enough for a percentile. Immutable. */
public final class Latencies {
    /** None. */
    public static final Latencies NONE = new Latencies(new long[Latencies.CLASSES]);

    private static final int CLASSES = 80;
    private static final double PER_DOUBLING = 4;

    private final long[] counts;

    private Latencies(long[] counts) {
        this.counts = counts;
    }

    /** Which class a span belongs to. */
    static int classOf(Duration span) {
        double millis = Math.max(0, span.toNanos() / 1e6);
        return Math.min(CLASSES - 1, (int) (PER_DOUBLING * Math.log(millis + 1) / Math.log(2)));
    }

    static Latencies of(long[] counts) {
        return new Latencies(Arrays.copyOf(counts, CLASSES));
    }

    static long[] counters() {
        return new long[CLASSES];
    }

    /** These and those. */
    public Latencies and(Latencies others) {
        long[] sums = counts.clone();
        for (int i = 0; i < CLASSES; i++) {
            sums[i] += others.counts[i];
        }
        return new Latencies(sums);
    }

    /** How many. */
    public long count() {
        return Arrays.stream(counts).sum();
    }

    /** What this share of them, such as 0.95, stayed within; zero when there are none. */
    public Duration within(double share) {
        long wanted = (long) Math.ceil(share * count());
        long seen = 0;
        for (int i = 0; i < CLASSES && wanted > 0; i++) {
            seen += counts[i];
            if (seen >= wanted) {
                return Duration.ofNanos((long) ((Math.pow(2, (i + 1) / PER_DOUBLING) - 1) * 1e6));
            }
        }
        return Duration.ZERO;
    }

    /** As {@link #read} reads it: {@code 3:17 4:2}. */
    String written() {
        StringJoiner text = new StringJoiner(" ");
        for (int i = 0; i < CLASSES; i++) {
            if (counts[i] > 0) {
                text.add(i + ":" + counts[i]);
            }
        }
        return text.toString();
    }

    static Latencies read(String written) {
        long[] counts = new long[CLASSES];
        for (String part : written.isEmpty() ? new String[0] : written.split(" ")) {
            int colon = part.indexOf(':');
            counts[Integer.parseInt(part.substring(0, colon))] = Long.parseLong(part.substring(colon + 1));
        }
        return new Latencies(counts);
    }
}
