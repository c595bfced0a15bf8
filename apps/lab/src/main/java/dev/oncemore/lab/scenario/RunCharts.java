package dev.oncemore.lab.scenario;

import dev.oncemore.lab.report.LabChart;
import dev.oncemore.lab.sim.CallFigures;
import dev.oncemore.lab.sim.DependencyFigures;
import dev.oncemore.lab.sim.TimeSlices;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What happened to each contender over time, as charts. */
final class RunCharts {
    private static final double TAIL = 0.99;

    private final List<String> labels = new ArrayList<>();
    private final List<Figures> systems = new ArrayList<>();

    /** The figures of a system, without the calls that were under way at its end. */
    private record Figures(CallFigures users, DependencyFigures figures) {}

    void add(String label, SimulatedSystem system) {
        labels.add(label);
        systems.add(new Figures(system.users, system.figures));
    }

    /** How many calls the users of the first contender made. */
    long calls() {
        return systems.get(0).users.calls();
    }

    /** Charts of attempts, goodput, latency, queue and duplicates; without those in which nothing ever happened. */
    List<LabChart> charts() {
        double[] seconds = systems.get(0).users.attemptsOverTime().seconds();
        List<LabChart> charts = new ArrayList<>();
        charts.add(chart(
                LabChart.of("attempts", "Attempts", "seconds", "attempts/s", seconds),
                system -> system.users.attemptsOverTime().perSecond()));
        charts.add(chart(
                LabChart.of("goodput", "Goodput: calls that succeed", "seconds", "successes/s", seconds),
                system -> system.users.successesOverTime().perSecond()));
        charts.add(chart(
                LabChart.of("latency", "Latency of successful calls, 99th percentile", "seconds", "ms", seconds),
                system -> system.users.latencyOverTime(TAIL)));
        charts.add(chart(
                LabChart.of("queue", "Queue of the dependency", "seconds", "requests", seconds),
                system -> system.figures.queueByTime()));
        charts.add(chart(
                LabChart.of("duplicates", "Duplicates so far", "seconds", "effects", seconds),
                system -> summedUp(system.figures.duplicatesOverTime())));
        charts.removeIf(LabChart::isEmpty);
        return charts;
    }

    /** One chart: the requests that arrive at the dependency. */
    List<LabChart> arrivals(String title) {
        double[] seconds = systems.get(0).figures.arrivalsOverTime().seconds();
        return List.of(chart(
                LabChart.of("arrivals", title, "seconds", "requests/s", seconds),
                system -> system.figures.arrivalsOverTime().perSecond()));
    }

    private LabChart chart(LabChart.Builder chart, Function<Figures, double[]> values) {
        for (int i = 0; i < labels.size(); i++) {
            chart.line(labels.get(i), values.apply(systems.get(i)));
        }
        return chart.build();
    }

    private static double[] summedUp(TimeSlices slices) {
        double[] sums = slices.sums();
        for (int i = 1; i < sums.length; i++) {
            sums[i] += sums[i - 1];
        }
        return sums;
    }
}
