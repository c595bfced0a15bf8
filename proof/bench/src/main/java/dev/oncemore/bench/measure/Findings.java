package dev.oncemore.bench.measure;

import java.util.List;
import java.util.Optional;

/**
 * The result of a bench.
 *
 * @param notes how it was measured, one line each
 * @param references the subjects to compare with: the first of these that is part of a case
 * @param figures what was measured
 * @param targets the targets, and whether they were reached
 */
public record Findings(List<String> notes, List<String> references, Figures figures, List<Target> targets) {

    /** The figure to compare this one with, if the case has one that is not zero. */
    public Optional<Figure> reference(Figure figure) {
        return references.stream()
                .flatMap(name -> figures.find(figure.caseName(), name, figure.metric()).stream())
                .findFirst()
                .filter(reference -> reference.value() != 0);
    }
}
