package dev.oncemore.bench.measure;

import java.util.List;
import java.util.function.Supplier;

/**
 * Something to measure.
 *
 * @param name for whoever waits
 * @param guessedSeconds how long it might take
 * @param work what gives the figures
 */
public record Step(String name, double guessedSeconds, Supplier<List<Figure>> work) {}
