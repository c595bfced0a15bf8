package dev.oncemore.lab.scenario;

import dev.oncemore.lab.report.LabChart;
import dev.oncemore.lab.report.LabReport;
import dev.oncemore.lab.report.LabTable;
import dev.oncemore.lab.sim.Timeline;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleConsumer;

/** One run of a scenario: its seed, parameters and policies, and who is told how far it is. */
public final class LabRun {
    private static final int STEPS = 50;

    private final LabScenario scenario;
    private final long seed;
    private final Map<String, Double> values = new LinkedHashMap<>();
    private final List<Contender> policies;
    private final DoubleConsumer progress;
    private final long bytesMax;
    private int partsDone;
    private int parts = 1;

    /**
     * A run.
     *
     * @param seed the same seed gives the same report
     * @param set the parameters that are set, by name
     * @param policies none for those of the scenario, one, or two to compare
     * @param progress is told the share that is done, from 0 to 1
     * @param bytesMax how much memory it may use, by estimate
     * @throws IllegalArgumentException for an unknown parameter, a value out of bounds, or a policy too many
     */
    public LabRun(
            LabScenario scenario,
            long seed,
            Map<String, Double> set,
            List<Contender> policies,
            DoubleConsumer progress,
            long bytesMax) {
        this.scenario = scenario;
        this.seed = seed;
        this.policies = List.copyOf(policies);
        this.progress = progress;
        this.bytesMax = bytesMax;
        if (policies.size() > 1 && !scenario.comparesPolicies()) {
            throw new IllegalArgumentException(
                    "this scenario compares ways to use one policy; leave out the second one, 'against'");
        }
        for (LabParameter parameter : scenario.parameters()) {
            double value = set.getOrDefault(parameter.name(), parameter.standard());
            values.put(parameter.name(), parameter.require(value));
        }
        for (String name : set.keySet()) {
            if (!values.containsKey(name)) {
                throw new IllegalArgumentException("'" + scenario.name() + "' has no parameter '" + name + "'; it has "
                        + String.join(", ", values.keySet()));
            }
        }
    }

    double value(String name) {
        Double value = values.get(name);
        if (value == null) {
            throw new IllegalStateException(scenario.name() + " asks for a parameter it does not declare: " + name);
        }
        return value;
    }

    int count(String name) {
        return (int) value(name);
    }

    Duration seconds(String name) {
        return Duration.ofNanos(Math.round(value(name) * 1e9));
    }

    /** The time of one part. */
    Timeline timeline() {
        return new Timeline(bytesMax);
    }

    /** The source of chance of one part; parts with the same number see the same users and service times. */
    SplittableRandom random(int part) {
        return new SplittableRandom(seed * 1_000_003 + part);
    }

    /** The policy of the user, or this one. */
    RetryPolicy policyOr(RetryPolicy standard) {
        return policies.isEmpty() ? standard : policies.get(0).policy();
    }

    /** Two policies of the user, one with those of the scenario behind it, or only the latter. */
    List<Contender> contendersOr(List<Contender> standard) {
        if (policies.size() > 1) {
            return policies;
        }
        List<Contender> all = new ArrayList<>(policies);
        all.addAll(standard);
        return all;
    }

    /** Says how many parts of equal work there will be. */
    void expectParts(int count) {
        parts = count;
    }

    /** Runs one part to this moment, which is its end. */
    void play(Timeline timeline, Duration end) {
        for (int step = 1; step <= STEPS; step++) {
            timeline.runUntil(end.toNanos() / STEPS * step);
            progress.accept((partsDone + (double) step / STEPS) / parts);
        }
        timeline.clear();
        partDone();
    }

    /** Notes that a part is done. */
    void partDone() {
        partsDone = Math.min(parts, partsDone + 1);
        progress.accept((double) partsDone / parts);
    }

    LabReport report(String verdict, List<Contender> compared, LabTable table, List<LabChart> charts) {
        Map<String, String> parameters = new LinkedHashMap<>();
        values.forEach((name, value) -> parameters.put(name, LabParameter.written(value)));
        parameters.put("seed", Long.toString(seed));
        Map<String, Map<String, Object>> settings = new LinkedHashMap<>();
        compared.forEach(one -> settings.put(one.label(), one.policy().toMap()));
        return new LabReport(
                scenario.name(),
                scenario.question(),
                verdict,
                parameters,
                settings,
                table,
                LabChart.withoutQuietEnd(charts));
    }
}
