package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Keys;
import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.Round;
import dev.oncemore.bench.measure.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The subjects of a case, and their keys.
 *
 * @param keys the source of each caller's keys
 * @param subjects the subjects, Oncemore first
 */
record Contest(Keys keys, List<Subject> subjects) {

    /** Measures the subjects in turns: A B C, A B C. */
    List<Figure> run(OnceCase inCase, OnceEffort effort) {
        List<List<Double>> measured = new ArrayList<>();
        for (Subject subject : subjects) {
            Round.callsPerSecond(subject, inCase.callers(), keys, effort.warmup());
            measured.add(new ArrayList<>());
        }
        for (int round = 0; round < effort.rounds(); round++) {
            for (int i = 0; i < subjects.size(); i++) {
                double perSecond = Round.callsPerSecond(subjects.get(i), inCase.callers(), keys, effort.round());
                measured.get(i).add(inCase.callers() == 1 ? TimeUnit.SECONDS.toNanos(1) / perSecond : perSecond);
            }
        }
        List<Figure> figures = new ArrayList<>();
        for (int i = 0; i < subjects.size(); i++) {
            String name = subjects.get(i).name();
            figures.addAll(Measurement.of(measured.get(i)).figures(inCase.caseName(), name, inCase.metric()));
        }
        return figures;
    }
}
