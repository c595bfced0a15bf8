package dev.oncemore.operations.statistics;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What was kept of a span of time.
 *
 * @param span which
 * @param total all of it
 * @param points piece by piece, the oldest first
 * @param byName all of it by what was called, or by queue; these are marked
 */
public record Trend(Span span, Sums total, List<Point> points, Map<String, Sums> byName) {
    /** How the names of queues begin. */
    public static final String QUEUE = "queue ";

    /** A piece of time. */
    public record Point(Instant from, Sums sums) {}

    /** How far back. */
    public enum Span {
        /** A quarter of an hour, by the minute. */
        QUARTER("15 min", Duration.ofMinutes(15), Duration.ofMinutes(1)),
        /** An hour, by the minute. */
        HOUR("1 h", Duration.ofHours(1), Duration.ofMinutes(1)),
        /** A day, by the quarter of an hour. */
        DAY("24 h", Duration.ofHours(24), Duration.ofMinutes(15));

        private final String label;
        private final Duration length;
        private final Duration piece;

        Span(String label, Duration length, Duration piece) {
            this.label = label;
            this.length = length;
            this.piece = piece;
        }

        /** As people say it. */
        public String label() {
            return label;
        }

        /** As addresses have it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * The one that an address names; an hour when it names none.
         *
         * @throws IllegalArgumentException when there is none of this name
         */
        public static Span of(@Nullable String word) {
            if (word == null || word.isBlank()) {
                return HOUR;
            }
            for (Span span : values()) {
                if (span.word().equals(word)) {
                    return span;
                }
            }
            throw new IllegalArgumentException(
                    "'span' is '" + word + "', but must be quarter (of an hour), hour or day; nothing older is kept");
        }
    }

    /** What was kept up to now, the minute under way included as far as it is known. */
    public static Trend of(Samples samples, Span span, Instant now) {
        Instant end = now.truncatedTo(ChronoUnit.MINUTES).plus(1, ChronoUnit.MINUTES);
        Instant begin = end.minus(span.length);
        int pieces = (int) span.length.dividedBy(span.piece);
        Sums[] sums = new Sums[pieces];
        Sums total = Sums.NONE;
        Map<String, Sums> byName = new TreeMap<>();
        for (Sample sample : samples.between(begin, end)) {
            int piece = (int) Duration.between(begin, sample.minute()).dividedBy(span.piece);
            sums[piece] = sums[piece] == null ? sample.sums() : sums[piece].and(sample.sums());
            total = total.and(sample.sums());
            if (!sample.name().isEmpty()) {
                String name = sample.source().equals(Sample.STORE) ? QUEUE + sample.name() : sample.name();
                byName.merge(name, sample.sums(), Sums::and);
            }
        }
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < pieces; i++) {
            points.add(new Point(begin.plus(span.piece.multipliedBy(i)), sums[i] == null ? Sums.NONE : sums[i]));
        }
        return new Trend(span, total, points, byName);
    }
}
