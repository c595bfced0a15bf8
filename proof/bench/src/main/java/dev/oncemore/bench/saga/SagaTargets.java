package dev.oncemore.bench.saga;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.Target;
import java.util.ArrayList;
import java.util.List;

/** The targets of sagas; cases that were not measured have none. */
final class SagaTargets {
    private static final double ONE_RATIO_MIN = 1.1;
    private static final double MANY_RATIO_MIN = 2;

    private SagaTargets() {}

    static List<Target> of(Figures figures) {
        List<Target> targets = new ArrayList<>();
        for (SagaCase each : SagaCase.values()) {
            String name = each.toString();
            double atLeast = each == SagaCase.ONE ? ONE_RATIO_MIN : MANY_RATIO_MIN;
            figures.find(name, DbosWorkflows.NAME, SagaMatch.THROUGHPUT)
                    .ifPresent(peer -> targets.add(Target.atLeast(
                            name,
                            figures.value(name, Subject.ONCEMORE, SagaMatch.THROUGHPUT) / peer.value(),
                            atLeast,
                            " × " + DbosWorkflows.NAME)));
        }
        return targets;
    }
}
