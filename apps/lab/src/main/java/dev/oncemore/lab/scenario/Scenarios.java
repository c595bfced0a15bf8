package dev.oncemore.lab.scenario;

import java.util.List;
import java.util.Optional;

/** All scenarios. */
public final class Scenarios {
    private static final List<LabScenario> ALL = List.of(
            new StormScenario(),
            new ContentionScenario(),
            new LayersScenario(),
            new MetastableScenario(),
            new BudgetVersusBreakerScenario(),
            new LostResponseScenario(),
            new DeadlineScenario(),
            new HedgeScenario(),
            new AwsScenario());

    private Scenarios() {}

    /** In the order in which they are best read. */
    public static List<LabScenario> all() {
        return ALL;
    }

    /** Their names. */
    public static List<String> names() {
        return ALL.stream().map(LabScenario::name).toList();
    }

    /** The one of this name, if there is one. */
    public static Optional<LabScenario> find(String name) {
        return ALL.stream().filter(one -> one.name().equals(name)).findFirst();
    }
}
