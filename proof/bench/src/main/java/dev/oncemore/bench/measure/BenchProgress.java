package dev.oncemore.bench.measure;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Tells whoever waits what is being measured, how much is left and for how long. A line is begun when a measurement
 * starts and completed by what it gave. Guesses are corrected by how long the measurements so far really took.
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
     * A run that is about to begin.
     *
     * @param out where to tell
     * @param guesses how long each measurement might take, in seconds
     */
    public BenchProgress(PrintWriter out, List<Double> guesses) {
        this.out = out;
        count = guesses.size();
        guessedLeft = guesses.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** The next measurement starts; it is guessed to take this long. */
    public void start(String name, double guessedSeconds) {
        if (started++ == 0) {
            beginNanos = System.nanoTime();
        }
        guessedCurrent = guessedSeconds;
        out.print("[%2d/%d] %-32s about %-11s left  "
                .formatted(started, count, name, Numbers.span(guessedLeft * slowness())));
        out.flush();
    }

    /** The measurement that was started last is over. */
    public void end(List<Figure> figures) {
        end(figures.stream()
                .map(figure -> Numbers.text(figure.value()) + " " + figure.metric())
                .collect(Collectors.joining(", ")));
    }

    /** As {@link #end(List)}, in words. */
    public void end(String result) {
        guessedLeft -= guessedCurrent;
        guessedDone += guessedCurrent;
        out.println(result);
        out.flush();
    }

    private double slowness() {
        double took = (System.nanoTime() - beginNanos) / 1e9;
        return guessedDone == 0 ? 1 : took / guessedDone;
    }
}
