package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Step;
import dev.oncemore.bench.measure.Steps;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** One run of the bench: all measurements in order. */
final class OnceRun {
    private final List<Store> stores;
    private final OnceEffort effort;

    OnceRun(List<Store> stores, OnceEffort effort) {
        this.stores = stores;
        this.effort = effort;
    }

    /** Measures, and shows the progress. */
    Figures measure(boolean fingerprints, PrintWriter progressOut) {
        try (Places places = new Places()) {
            List<Step> steps = steps(places);
            if (fingerprints) {
                steps.addAll(fingerprints());
            }
            return Steps.measure(steps, progressOut);
        }
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
                .map(benchmark -> benchmark.step(effort.micro()))
                .toList();
    }
}
