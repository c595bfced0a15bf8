package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The targets of {@code Once}; cases that were not measured have none. */
final class OnceTargets {
    private static final double POSTGRES_RATIO_MIN = 3;
    private static final double POSTGRES_CPU_RATIO_MAX = 0.35;
    private static final double SQLITE_RATIO_MIN = 10;
    private static final double LONE_RATIO_MAX = 1.1;
    private static final double REPLAY_RATIO_MIN = 0.8;
    private static final double FINGERPRINT_RATIO_MIN = 5;
    private static final double LOOK_UP_RATIO_MAX = 2;
    private static final double LOCK_MILLIS_MAX = 100;
    private static final double HEAP_GROWTH_MEGABYTES_MAX = 16;

    private final Figures figures;
    private final List<Target> targets = new ArrayList<>();

    private OnceTargets(Figures figures) {
        this.figures = figures;
    }

    static List<Target> of(Figures figures) {
        OnceTargets judge = new OnceTargets(figures);
        judge.leased(Store.POSTGRES, POSTGRES_RATIO_MIN);
        judge.cpu(Store.POSTGRES, POSTGRES_CPU_RATIO_MAX);
        judge.leased(Store.SQLITE, SQLITE_RATIO_MIN);
        for (Store store : Store.values()) {
            judge.lone(store);
        }
        judge.replay();
        judge.fingerprint();
        judge.manyRecords();
        return judge.targets;
    }

    private void leased(Store store, double atLeast) {
        OnceCase many = new OnceCase(store, Act.LEASED, OnceCase.MANY);
        ratio(many, Others.NAIVE)
                .ifPresent(ratio -> targets.add(Target.atLeast(many.caseName(), ratio, atLeast, " × naive")));
    }

    private void cpu(Store store, double atMost) {
        OnceCase many = new OnceCase(store, Act.LEASED, OnceCase.MANY);
        ratio(many.caseName(), Contest.CPU, Subject.ONCEMORE, Others.NAIVE)
                .ifPresent(ratio -> targets.add(
                        Target.atMost(many.caseName(), ratio, atMost, " × naive's CPU time, with servers")));
    }

    private void lone(Store store) {
        OnceCase lone = new OnceCase(store, Act.LEASED, 1);
        ratio(lone, Others.NAIVE)
                .ifPresent(
                        ratio -> targets.add(Target.atMost(lone.caseName(), ratio, LONE_RATIO_MAX, " × naive's time")));
    }

    private void replay() {
        OnceCase replay = new OnceCase(Store.POSTGRES, Act.REPLAY, OnceCase.MANY);
        ratio(replay, Others.LIMIT)
                .ifPresent(ratio -> targets.add(
                        Target.atLeast(replay.caseName(), ratio, REPLAY_RATIO_MIN, " × limit, a bare select")));
    }

    private Optional<Double> ratio(OnceCase inCase, String reference) {
        return ratio(inCase.caseName(), inCase.metric(), Subject.ONCEMORE, reference);
    }

    private void fingerprint() {
        String name = FingerprintCalls.CASE;
        ratio(name, Figure.NANOS, Others.CANONICALIZER, Subject.ONCEMORE)
                .ifPresent(ratio -> targets.add(
                        Target.atLeast(name, ratio, FINGERPRINT_RATIO_MIN, " × the speed of " + Others.CANONICALIZER)));
    }

    private Optional<Double> ratio(String caseName, String metric, String subject, String reference) {
        return figures.find(caseName, subject, metric)
                .flatMap(own -> figures.find(caseName, reference, metric).map(other -> own.value() / other.value()));
    }

    private void manyRecords() {
        String look = ManyRecords.LOOK_UP;
        figures.find(ManyRecords.FIND_MANY, Subject.ONCEMORE, look).ifPresent(many -> {
            double few = figures.value(ManyRecords.FIND_FEW, Subject.ONCEMORE, look);
            targets.add(Target.atMost(
                    ManyRecords.FIND_MANY, many.value() / few, LOOK_UP_RATIO_MAX, " × the p99 among few records"));
            purge(ManyRecords.LONGEST_TRANSACTION, LOCK_MILLIS_MAX);
            purge(ManyRecords.LONGEST_WAIT, LOCK_MILLIS_MAX);
            purge(ManyRecords.HEAP_GROWTH, HEAP_GROWTH_MEGABYTES_MAX);
        });
    }

    private void purge(String metric, double atMost) {
        double value = figures.value(ManyRecords.PURGE, Subject.ONCEMORE, metric);
        targets.add(Target.atMost(ManyRecords.PURGE, value, atMost, " " + metric));
    }
}
