package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Numbers;
import dev.oncemore.bench.measure.Progress;
import dev.oncemore.bench.measure.Sample;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** One run of the bench: everything that is to be measured, one after the other. */
final class OnceRun {
    private final List<Store> stores;
    private final OnceEffort effort;

    OnceRun(List<Store> stores, OnceEffort effort) {
        this.stores = stores;
        this.effort = effort;
    }

    /** Measures, and tells how far it is. */
    Figures measure(boolean fingerprints, PrintWriter progressOut) {
        Figures figures = new Figures();
        try (Places places = new Places()) {
            List<Step> steps = steps(places);
            if (fingerprints) {
                steps.addAll(fingerprints());
            }
            Progress progress = new Progress(
                    progressOut, steps.stream().map(Step::guessedSeconds).toList());
            for (Step step : steps) {
                progress.start(step.name(), step.guessedSeconds());
                List<Figure> measured = step.work().get();
                figures.add(measured);
                progress.end(summary(measured));
            }
        }
        return figures;
    }

    private List<Step> steps(Places places) {
        List<Step> steps = new ArrayList<>();
        for (Store store : stores) {
            OnceEffort fitting = store == Store.MEMORY ? effort.brief() : effort;
            for (OnceCase inCase : store.cases()) {
                steps.add(new Step(
                        inCase.caseName(),
                        fitting.guessedSeconds(),
                        () -> places.at(store).contest(inCase.act()).run(inCase, fitting)));
            }
            if (store == Store.SQLITE) {
                steps.add(new Step(
                        "sqlite with many records",
                        effort.table().guessedSeconds(),
                        () -> new ManyRecords(effort.table(), effort.rounds()).measure()));
            }
        }
        return steps;
    }

    private List<Step> fingerprints() {
        return FingerprintCalls.benchmarks().stream()
                .map(benchmark -> new Step(
                        benchmark.caseName() + " " + benchmark.subject(),
                        effort.micro().guessedSeconds(),
                        () -> benchmark.run(effort.micro())))
                .toList();
    }

    /** Without how far the rounds were apart, which the report tells. */
    private static String summary(List<Figure> measured) {
        return measured.stream()
                .filter(Sample::isMedian)
                .map(figure -> figure.subject() + " " + Numbers.text(figure.value()) + " " + figure.metric())
                .collect(Collectors.joining(", "));
    }
}
