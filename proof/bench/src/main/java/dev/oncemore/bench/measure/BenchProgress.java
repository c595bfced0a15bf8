package dev.oncemore.bench.measure;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Shows what is being measured, and how many measurements and how much time are left. A line begins when a measurement starts
 * and ends with its result. Estimates are corrected by the real duration of the measurements so far.
 */
public final class BenchProgress {
    private final PrintWriter out;
    private final int count;
    private double guessedLeft;
    private double guessedDone;
    private double guessedCurrent;
    private int started;
    private long beginNanos;

    /**
     * The progress of a new run.
     *
     * @param out where to print
     * @param guesses the estimated duration of each measurement, in seconds
     */
    public BenchProgress(PrintWriter out, List<Double> guesses) {
        this.out = out;
        count = guesses.size();
        guessedLeft = guesses.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Begins the line of the next measurement, with its estimated duration. */
    public void start(String name, double guessedSeconds) {
        if (started++ == 0) {
            beginNanos = System.nanoTime();
        }
        guessedCurrent = guessedSeconds;
        out.print("[%2d/%d] %-32s about %-11s left  "
                .formatted(started, count, name, Numbers.span(guessedLeft * slowness())));
        out.flush();
    }

    /** Ends the line of the current measurement with its figures. */
    public void end(List<Figure> figures) {
        guessedLeft -= guessedCurrent;
        guessedDone += guessedCurrent;
        out.println(figures.stream().map(BenchProgress::text).collect(Collectors.joining(", ")));
        out.flush();
    }

    private static String text(Figure figure) {
        return figure.subject() + " " + Numbers.text(figure.value()) + " " + figure.metric();
    }

    private double slowness() {
        double took = (System.nanoTime() - beginNanos) / 1e9;
        return guessedDone == 0 ? 1 : took / guessedDone;
    }
}
