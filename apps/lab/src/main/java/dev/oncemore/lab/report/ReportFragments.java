package dev.oncemore.lab.report;

/** The parts of a report's page, to embed in other pages: pictures, the values behind them, and the script that draws them. */
public final class ReportFragments {
    private ReportFragments() {}

    /** A chart as a picture, with all labels escaped. */
    public static String svg(LabChart chart) {
        return SvgWriter.write(chart);
    }

    /** The values of all charts as JSON that can stand inside a script element. */
    public static String chartsJson(LabReport report) {
        return HtmlWriter.inScript(JsonWriter.compactCharts(report));
    }

    /** The colours of the lines as JSON. */
    public static String coloursJson() {
        return "[\"" + String.join("\",\"", SvgWriter.COLOURS) + "\"]";
    }

    /**
     * The script that draws the charts again so that they answer the mouse. It looks for {@code figure[data-chart]}, and for
     * the values and colours in the elements {@code charts} and {@code colours}.
     */
    public static String script() {
        return HtmlWriter.resource("lab.js");
    }
}
