package dev.oncemore.bench.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The figures of one run, in the order they were measured. */
public final class Figures {
    private final List<Figure> all = new ArrayList<>();
    private final List<Disturbance> disturbances = new ArrayList<>();

    /** Adds the figures of one measurement. */
    public void add(List<Figure> measured) {
        all.addAll(measured);
    }

    /** Notes what other programs took while one measurement ran. */
    public void note(Disturbance disturbance) {
        disturbances.add(disturbance);
    }

    /** What other programs took, by measurement; empty if this system does not tell. */
    public List<Disturbance> disturbances() {
        return Collections.unmodifiableList(disturbances);
    }

    /** All figures, in order. */
    public List<Figure> all() {
        return Collections.unmodifiableList(all);
    }

    /** The figures of one subject in one case. */
    public List<Figure> of(String caseName, String subject) {
        return all.stream()
                .filter(figure ->
                        figure.caseName().equals(caseName) && figure.subject().equals(subject))
                .toList();
    }

    /** One figure, if it was measured. */
    public Optional<Figure> find(String caseName, String subject, String metric) {
        return of(caseName, subject).stream()
                .filter(figure -> figure.metric().equals(metric))
                .findFirst();
    }

    /** One value, which must have been measured. */
    public double value(String caseName, String subject, String metric) {
        return find(caseName, subject, metric)
                .map(Figure::value)
                .orElseThrow(() ->
                        new IllegalStateException("no " + metric + " of " + subject + " in " + caseName + " yet"));
    }
}
