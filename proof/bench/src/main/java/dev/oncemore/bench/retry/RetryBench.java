package dev.oncemore.bench.retry;

import dev.oncemore.bench.measure.Effort;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Findings;
import dev.oncemore.bench.measure.MeasuringCommand;
import dev.oncemore.bench.measure.Step;
import dev.oncemore.bench.measure.Steps;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code oncemore bench retry}: the retry engine next to other engines and a loop by hand. */
@Command(name = "retry", description = "The retry engine next to Resilience4j, Failsafe, Spring's and a loop by hand.")
public final class RetryBench extends MeasuringCommand {
    @Option(
            names = "--quick",
            description = "Measure for less than two minutes instead of twenty. Good for factors only.")
    private boolean quick;

    private RetryBench() {}

    @Override
    protected Findings measure(PrintWriter out) {
        Effort effort = quick ? Effort.QUICK : Effort.FULL;
        BackoffLoad load = quick ? BackoffLoad.QUICK : BackoffLoad.FULL;
        List<Step> steps = new ArrayList<>();
        RetryCase.ALL.stream()
                .flatMap(inCase -> inCase.benchmarks().stream())
                .forEach(benchmark -> steps.add(benchmark.step(effort)));
        steps.add(new Step(
                BackoffFigures.CASE,
                load.guessedSeconds(),
                () -> BackoffRun.of(load).figures()));
        return findings(Steps.measure(steps, out));
    }

    static Findings findings(Figures figures) {
        return new Findings(
                List.of(peers()),
                List.of(Subjects.HANDWRITTEN, Subjects.RESILIENCE4J),
                figures,
                RetryTargets.of(figures));
    }

    private static String peers() {
        return "Resilience4j %s, Failsafe %s, Spring Framework %s, Spring Retry %s"
                .formatted(
                        versionOf(io.github.resilience4j.retry.Retry.class),
                        versionOf(dev.failsafe.Failsafe.class),
                        versionOf(org.springframework.core.retry.RetryTemplate.class),
                        versionOf(org.springframework.retry.support.RetryTemplate.class));
    }

    /** The version in the library's jar. */
    private static String versionOf(Class<?> type) {
        return Objects.requireNonNullElse(type.getPackage().getImplementationVersion(), "of unknown version");
    }
}
