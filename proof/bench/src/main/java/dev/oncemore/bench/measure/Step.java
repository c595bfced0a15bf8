package dev.oncemore.bench.measure;

import java.util.List;

/**
 * One measurement of a run.
 *
 * @param name the name on the progress line
 * @param guessedSeconds the estimated duration
 * @param work measures and returns the figures
 */
public record Step(String name, double guessedSeconds, Work work) {

    /** Measures something. */
    @FunctionalInterface
    public interface Work {
        /** Measures, and returns the figures; there are none if this only prepares other steps. */
        List<Figure> measure() throws Exception;
    }

    List<Figure> measure() {
        try {
            return work.measure();
        } catch (RuntimeException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MeasuringException(name + " was interrupted", e);
        } catch (Exception e) {
            throw new MeasuringException(name + " failed: " + e, e);
        }
    }
}
