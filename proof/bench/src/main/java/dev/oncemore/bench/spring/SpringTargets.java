package dev.oncemore.bench.spring;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The targets: faster than code by hand, no dearer than Spring's own retries, and a start that nobody notices. */
final class SpringTargets {
    private static final double RATIO_MIN = 1.5;
    private static final double ADDED_MILLIS_MAX = 150;

    private SpringTargets() {}

    static List<Target> of(Figures figures) {
        List<Target> targets = new ArrayList<>();
        Optional<Figure> recorded = figures.find(SpringRun.ENDPOINT, Subject.ONCEMORE, Figure.THROUGHPUT);
        Optional<Figure> byHand = figures.find(SpringRun.ENDPOINT, Protection.BY_HAND.subject(), Figure.THROUGHPUT);
        if (recorded.isPresent() && byHand.isPresent()) {
            double ratio = recorded.get().value() / byHand.get().value();
            targets.add(Target.atLeast(SpringRun.ENDPOINT, ratio, RATIO_MIN, " × interceptor"));
        }
        Optional<Figure> ours = figures.find(SpringRun.METHOD, Subject.ONCEMORE, Figure.NANOS);
        Optional<Figure> springs = figures.find(SpringRun.METHOD, SpringRun.SPRING, Figure.NANOS);
        if (ours.isPresent() && springs.isPresent()) {
            double ratio = ours.get().value() / springs.get().value();
            targets.add(Target.atMost(SpringRun.METHOD, ratio, 1, " × time of @Retryable"));
        }
        Optional<Figure> with = figures.find(SpringRun.START, Subject.ONCEMORE, SpringRun.MILLIS);
        Optional<Figure> without = figures.find(SpringRun.START, Protection.BARE.subject(), SpringRun.MILLIS);
        if (with.isPresent() && without.isPresent()) {
            double added = with.get().value() - without.get().value();
            targets.add(Target.atMost(SpringRun.START, added, ADDED_MILLIS_MAX, " ms added"));
        }
        return targets;
    }
}
