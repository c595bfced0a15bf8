package dev.oncemore.lab.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lines over one axis. */
public final class LabChart {
    private final String name;
    private final String title;
    private final String across;
    private final String up;
    private final double[] points;
    private final List<Line> lines;

    private LabChart(Builder builder) {
        name = builder.name;
        title = builder.title;
        across = builder.across;
        up = builder.up;
        points = builder.points;
        lines = List.copyOf(builder.lines);
    }

    /**
     * Starts a chart.
     *
     * @param name its name in file names
     * @param title what it shows
     * @param across the unit of the horizontal axis
     * @param up the unit of the vertical axis
     * @param points where on the horizontal axis the values are
     */
    public static Builder of(String name, String title, String across, String up, double[] points) {
        return new Builder(name, title, across, up, points);
    }

    /** Its name in file names. */
    public String name() {
        return name;
    }

    /** What it shows. */
    public String title() {
        return title;
    }

    /** Its lines. */
    public List<Line> lines() {
        return lines;
    }

    String across() {
        return across;
    }

    String up() {
        return up;
    }

    double[] points() {
        return points;
    }

    double most() {
        double most = 0;
        for (Line line : lines) {
            for (double value : line.values) {
                most = Math.max(most, value);
            }
        }
        return most;
    }

    /** One line, with a value for each point of its chart. */
    public static final class Line {
        private final String label;
        private final double[] values;

        private Line(String label, double[] values) {
            this.label = label;
            this.values = values;
        }

        /** What it stands for. */
        public String label() {
            return label;
        }

        double[] values() {
            return values;
        }

        boolean isAlwaysZero() {
            for (double value : values) {
                if (value != 0) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * Charts of one run that end when the last thing has happened. Those over the same points stay equally long, so that they
     * can be compared.
     */
    public static List<LabChart> withoutQuietEnd(List<LabChart> charts) {
        List<LabChart> cut = new ArrayList<>();
        for (LabChart chart : charts) {
            int busy = charts.stream()
                    .filter(other -> Arrays.equals(other.points, chart.points))
                    .mapToInt(LabChart::pointsUntilQuiet)
                    .max()
                    .orElse(0);
            int end = busy == 0 ? chart.points.length : busy;
            Builder builder = of(chart.name, chart.title, chart.across, chart.up, Arrays.copyOf(chart.points, end));
            chart.lines.forEach(line -> builder.line(line.label, Arrays.copyOf(line.values, end)));
            cut.add(builder.build());
        }
        return cut;
    }

    /** How many points there are up to the first of the zeros at the end; 0 if nothing ever happened. */
    private int pointsUntilQuiet() {
        int end = points.length;
        while (end > 0 && isZeroAt(end - 1)) {
            end--;
        }
        return end == 0 ? 0 : Math.min(points.length, end + 1);
    }

    private boolean isZeroAt(int point) {
        return lines.stream().allMatch(line -> line.values[point] == 0);
    }

    /** Whether nothing ever happened: all values are zero. */
    public boolean isEmpty() {
        return lines.stream().allMatch(Line::isAlwaysZero);
    }

    /** Collects the lines of a chart. */
    public static final class Builder {
        private final String name;
        private final String title;
        private final String across;
        private final String up;
        private final double[] points;
        private final List<Line> lines = new ArrayList<>();

        private Builder(String name, String title, String across, String up, double[] points) {
            this.name = name;
            this.title = title;
            this.across = across;
            this.up = up;
            this.points = points.clone();
        }

        /**
         * Adds a line.
         *
         * @throws IllegalArgumentException unless it has a value for each point
         */
        public Builder line(String label, double[] values) {
            if (values.length != points.length) {
                throw new IllegalArgumentException(
                        "the line '" + label + "' has " + values.length + " values for " + points.length + " points");
            }
            lines.add(new Line(label, values.clone()));
            return this;
        }

        /** The chart. */
        public LabChart build() {
            return new LabChart(this);
        }
    }
}
