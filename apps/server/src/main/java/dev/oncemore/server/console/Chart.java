package dev.oncemore.server.console;

import dev.oncemore.operations.statistics.Sums;
import dev.oncemore.operations.statistics.Trend;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/**
 * How calls and tasks went, piece by piece, as stacked bars. It is drawn on the server: no script, nothing to load.
 *
 * @param bars the pieces, the oldest first
 * @param most how many the highest bar stands for
 * @param words the chart in words, for people who cannot see it
 */
public record Chart(List<Bar> bars, String most, String words, String begin, String end) {
    /** The width of the drawing. */
    public static final int WIDTH = 960;

    /** Its height. */
    public static final int HEIGHT = 140;

    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm").withZone(ZoneOffset.UTC);

    /** One piece: where it stands, how wide it is, and its parts from the ground up. */
    public record Bar(int x, int width, String words, List<Part> parts) {}

    /** A part of a bar. */
    public record Part(int y, int height, String kind) {}

    static Chart of(Trend trend) {
        List<Trend.Point> points = trend.points();
        long most =
                points.stream().mapToLong(point -> point.sums().calls()).max().orElse(0);
        int step = WIDTH / points.size();
        List<Bar> bars = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            Sums sums = points.get(i).sums();
            if (sums.calls() > 0) {
                bars.add(new Bar(i * step, Math.max(2, step - 2), words(points.get(i)), parts(sums, most)));
            }
        }
        Sums total = trend.total();
        return new Chart(
                bars,
                Words.number(most),
                Words.count(total.calls(), "call or task", "calls and tasks") + " in the last "
                        + trend.span().label() + ": " + Words.number(total.firstTry()) + " at the first attempt, "
                        + Words.number(total.rescued()) + " rescued by a retry, " + Words.number(total.failed())
                        + " failed for good",
                points.get(0).from().toString(),
                points.get(points.size() - 1).from().toString());
    }

    private static String words(Trend.Point point) {
        Sums sums = point.sums();
        return clock(point.from()) + " UTC: " + Words.number(sums.firstTry()) + " at the first attempt, "
                + Words.number(sums.rescued()) + " rescued, " + Words.number(sums.failed()) + " failed, "
                + Words.number(sums.retries()) + " retries";
    }

    private static List<Part> parts(Sums sums, long most) {
        List<Part> parts = new ArrayList<>();
        int ground = HEIGHT;
        ground = add(parts, ground, sums.firstTry(), most, "first");
        ground = add(parts, ground, sums.rescued(), most, "rescued");
        add(parts, ground, sums.failed(), most, "failed");
        return parts;
    }

    /** What is there at all can be seen, however little it is. */
    private static int add(List<Part> parts, int ground, long count, long most, String kind) {
        if (count == 0) {
            return ground;
        }
        int height = Math.max(3, (int) (count * (HEIGHT - 10) / most));
        parts.add(new Part(Math.max(0, ground - height), height, kind));
        return ground - height;
    }

    private static String clock(Instant instant) {
        return CLOCK.format(instant);
    }
}
