package dev.oncemore.bench.measure;

import java.io.PrintWriter;
import java.util.List;

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
            CpuWatch watch = CpuWatch.start();
            List<Figure> measured = step.measure();
            watch.since(step.name()).ifPresent(figures::note);
            figures.add(measured);
            progress.end(measured);
        }
        return figures;
    }
}
