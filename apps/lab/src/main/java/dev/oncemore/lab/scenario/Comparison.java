package dev.oncemore.lab.scenario;

import java.util.LinkedHashMap;
import java.util.Map;

/** One figure of each contender, of which less is better. */
final class Comparison {
    /** From which ratio on a difference is worth a sentence. */
    static final double NOTICEABLE = 1.1;

    private final Map<String, Double> figures = new LinkedHashMap<>();

    void add(String label, double figure) {
        figures.put(label, figure);
    }

    String best() {
        return extreme(1);
    }

    String worst() {
        return extreme(-1);
    }

    double least() {
        return of(best());
    }

    double most() {
        return of(worst());
    }

    double of(String label) {
        return figures.getOrDefault(label, 0.0);
    }

    /** The worst figure over the best; over 1 if the best is 0 and the worst is not. */
    double ratio() {
        return most() == least() ? 1 : most() / Math.max(least(), 1e-9);
    }

    private String extreme(int sign) {
        String found = "";
        double figure = Double.MAX_VALUE;
        for (Map.Entry<String, Double> entry : figures.entrySet()) {
            if (sign * entry.getValue() < figure) {
                figure = sign * entry.getValue();
                found = entry.getKey();
            }
        }
        return found;
    }
}
