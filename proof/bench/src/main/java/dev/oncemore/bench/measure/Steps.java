package dev.oncemore.bench.measure;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

/** The measurements of one run, in order. */
public final class Steps {
    private Steps() {}

    /** Measures, and shows the progress. */
    public static Figures measure(List<Step> steps, PrintWriter progressOut) {
        Figures figures = new Figures();
        BenchProgress progress = new BenchProgress(
                progressOut, steps.stream().map(Step::guessedSeconds).toList());
        for (Step step : steps) {
            progress.start(step.name(), step.guessedSeconds());
            List<Figure> measured = step.work().get();
            figures.add(measured);
            progress.end(summary(measured));
        }
        return figures;
    }

    /** The figures for the progress line, without the spread of rounds, which the report shows. */
    private static String summary(List<Figure> measured) {
        return measured.stream()
                .filter(Measurement::isMedian)
                .map(figure -> figure.subject() + " " + Numbers.text(figure.value()) + " " + figure.metric())
                .collect(Collectors.joining(", "));
    }
}
