package dev.oncemore.bench.measure;

import java.util.List;
import java.util.function.Supplier;

/**
 * One measurement of a run.
 *
 * @param name the name on the progress line
 * @param guessedSeconds the estimated duration
 * @param work measures and returns the figures
 */
public record Step(String name, double guessedSeconds, Supplier<List<Figure>> work) {}
