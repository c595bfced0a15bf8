package dev.oncemore.lab.report;

import java.util.Formatter;
import java.util.List;
import java.util.Locale;

/** A chart as a picture of its own: axes, lines and a legend. */
final class SvgWriter {
    /** Told apart by people with any colour vision, on white and on dark. */
    static final List<String> COLOURS =
            List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#7f7f7f", "#8a2be2");

    private static final int WIDTH = 860;
    private static final int HEIGHT = 300;
    private static final int LEFT = 70;
    private static final int RIGHT = 30;
    private static final int TOP = 34;
    private static final int BOTTOM = 64;
    private static final int TICKS = 5;
    private static final double NEAR_ZERO = 20;

    private SvgWriter() {}

    static String write(LabChart chart) {
        StringBuilder picture = new StringBuilder();
        Formatter svg = new Formatter(picture, Locale.ROOT);
        svg.format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\"",
                WIDTH, HEIGHT, WIDTH, HEIGHT);
        svg.format(
                " role=\"img\" font-family=\"sans-serif\" font-size=\"12\"><title>%s</title>\n",
                escaped(chart.title()));
        svg.format("<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH, HEIGHT);
        svg.format(
                "<text x=\"%d\" y=\"20\" font-size=\"15\" font-weight=\"bold\">%s</text>\n",
                LEFT, escaped(chart.title()));
        double step = roundedUp(chart.most() / TICKS);
        int steps = stepsTo(chart.most(), step);
        double most = step * steps;
        axes(svg, chart, step, steps);
        for (int i = 0; i < chart.lines().size(); i++) {
            svg.format(
                    "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"%s\"/>\n",
                    colour(i), points(chart, chart.lines().get(i), most));
        }
        legend(svg, chart);
        return picture.append("</svg>\n").toString();
    }

    private static void axes(Formatter svg, LabChart chart, double rise, int rises) {
        for (int tick = 0; tick <= rises; tick++) {
            double y = HEIGHT - BOTTOM - (double) (HEIGHT - TOP - BOTTOM) * tick / rises;
            svg.format("<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/>", LEFT, y, WIDTH - RIGHT);
            svg.format(
                    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
                    LEFT - 6, y + 4, LabTable.said(rise * tick));
        }
        double from = first(chart);
        double to = last(chart);
        double step = roundedUp((to - from) / TICKS);
        for (double at = Math.ceil(from / step) * step; at <= to + step / 1_000; at += step) {
            double x = LEFT + (WIDTH - LEFT - RIGHT) * (at - from) / Math.max(1e-9, to - from);
            svg.format(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
                    x, HEIGHT - BOTTOM + 16, LabTable.said(at));
        }
        svg.format(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s, %s</text>\n",
                WIDTH - RIGHT, TOP - 14, escaped(chart.up()), escaped(chart.across()));
    }

    private static void legend(Formatter svg, LabChart chart) {
        int x = LEFT;
        for (int i = 0; i < chart.lines().size(); i++) {
            String label = chart.lines().get(i).label();
            svg.format("<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" fill=\"%s\"/>", x, HEIGHT - 26, colour(i));
            svg.format("<text x=\"%d\" y=\"%d\">%s</text>\n", x + 17, HEIGHT - 16, escaped(label));
            x += 40 + 7 * label.length();
        }
    }

    private static String points(LabChart chart, LabChart.Line line, double most) {
        StringBuilder points = new StringBuilder();
        double from = first(chart);
        double span = Math.max(1e-9, last(chart) - from);
        for (int i = 0; i < line.values().length; i++) {
            double x = LEFT + (WIDTH - LEFT - RIGHT) * (chart.points()[i] - from) / span;
            double y = HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * line.values()[i] / most;
            points.append(String.format(Locale.ROOT, "%s%.1f,%.1f", i == 0 ? "" : " ", x, y));
        }
        return points.toString();
    }

    /** The next of 1, 2, 2.5, 5 and 10 times a power of ten. */
    static double roundedUp(double most) {
        if (most <= 0) {
            return 1;
        }
        double power = StrictMath.pow(10, Math.floor(StrictMath.log10(most)));
        for (double step : new double[] {1, 2, 2.5, 5}) {
            if (most <= step * power) {
                return step * power;
            }
        }
        return 10 * power;
    }

    /** How many of its steps an axis needs; the last is the first that is not below the largest value. */
    static int stepsTo(double most, double step) {
        return (int) Math.max(1, Math.ceil(most / step - 1e-7));
    }

    private static double first(LabChart chart) {
        if (chart.points().length == 0) {
            return 0;
        }
        // An axis that begins near zero begins at zero.
        return chart.points()[0] < last(chart) / NEAR_ZERO ? 0 : chart.points()[0];
    }

    private static double last(LabChart chart) {
        return chart.points().length == 0 ? 1 : chart.points()[chart.points().length - 1];
    }

    static String colour(int line) {
        return COLOURS.get(line % COLOURS.size());
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
