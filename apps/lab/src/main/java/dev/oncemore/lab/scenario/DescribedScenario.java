package dev.oncemore.lab.scenario;

import java.util.List;

/** What every scenario says about itself. */
abstract class DescribedScenario implements LabScenario {
    private final String name;
    private final String question;
    private final boolean comparesPolicies;
    private final List<LabParameter> parameters;

    DescribedScenario(String name, String question, boolean comparesPolicies, LabParameter... parameters) {
        this.name = name;
        this.question = question;
        this.comparesPolicies = comparesPolicies;
        this.parameters = List.of(parameters);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String question() {
        return question;
    }

    @Override
    public final boolean comparesPolicies() {
        return comparesPolicies;
    }

    @Override
    public final List<LabParameter> parameters() {
        return parameters;
    }
}
