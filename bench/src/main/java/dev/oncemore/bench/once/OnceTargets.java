package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What {@code Once} is to reach, and whether it did. */
final class OnceTargets {
    private static final Map<Store, Double> LEASED_RATIO_MIN = Map.of(Store.POSTGRES, 5.0, Store.SQLITE, 10.0);
    private static final double LONE_RATIO_MAX = 1.1;
    private static final double REPLAY_RATIO_MIN = 0.8;

    private OnceTargets() {}

    /** Those of the cases that were measured. */
    static List<Target> of(List<OnceCase> cases, Figures figures) {
        List<Target> targets = new ArrayList<>();
        for (OnceCase inCase : cases) {
            double ratio = ratio(inCase, figures);
            String what = " × " + inCase.act().reference();
            if (inCase.act() == Act.LEASED && inCase.callers() == 1) {
                targets.add(Target.atMost(inCase.caseName(), ratio, LONE_RATIO_MAX, what + "'s time"));
            } else if (inCase.act() == Act.LEASED && LEASED_RATIO_MIN.containsKey(inCase.store())) {
                targets.add(Target.atLeast(inCase.caseName(), ratio, LEASED_RATIO_MIN.get(inCase.store()), what));
            } else if (inCase.act() == Act.REPLAY && inCase.store() == Store.POSTGRES) {
                targets.add(Target.atLeast(inCase.caseName(), ratio, REPLAY_RATIO_MIN, what + " (a bare select)"));
            }
        }
        return targets;
    }

    private static double ratio(OnceCase inCase, Figures figures) {
        String name = inCase.caseName();
        return figures.value(name, Subject.ONCEMORE, inCase.metric())
                / figures.value(name, inCase.act().reference(), inCase.metric());
    }
}
