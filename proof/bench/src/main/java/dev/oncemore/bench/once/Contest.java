package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Keys;
import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.Round;
import dev.oncemore.bench.measure.RoundResult;
import dev.oncemore.bench.measure.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The subjects of a case, and their keys.
 *
 * @param keys the source of each caller's keys
 * @param subjects the subjects, Oncemore first
 */
record Contest(Keys keys, List<Subject> subjects) {
    /** CPU time of a call, in this process and in the server's. */
    static final String CPU = "µs CPU/op";

    /** The part of it in this process. */
    static final String OWN_CPU = "µs CPU in Java/op";

    /** Measures the subjects in turns: A B C, A B C. */
    List<Figure> run(OnceCase inCase, OnceEffort effort) {
        List<List<RoundResult>> measured = new ArrayList<>();
        for (Subject subject : subjects) {
            Round.measure(subject, inCase.callers(), keys, effort.warmup());
            measured.add(new ArrayList<>());
        }
        for (int round = 0; round < effort.rounds(); round++) {
            for (int i = 0; i < subjects.size(); i++) {
                measured.get(i).add(Round.measure(subjects.get(i), inCase.callers(), keys, effort.round()));
            }
        }
        List<Figure> figures = new ArrayList<>();
        add(figures, inCase, measured, inCase.metric(), inCase::value);
        add(figures, inCase, measured, CPU, RoundResult::microsPerCall);
        add(figures, inCase, measured, OWN_CPU, RoundResult::ownMicrosPerCall);
        return figures;
    }

    private void add(
            List<Figure> figures,
            OnceCase inCase,
            List<List<RoundResult>> measured,
            String metric,
            ToDoubleFunction<RoundResult> value) {
        for (int i = 0; i < subjects.size(); i++) {
            List<Double> values =
                    measured.get(i).stream().mapToDouble(value).boxed().toList();
            figures.add(Measurement.of(values)
                    .figure(inCase.caseName(), subjects.get(i).name(), metric));
        }
    }
}
