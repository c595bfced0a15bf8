package dev.oncemore.bench.spring;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Findings;
import dev.oncemore.bench.measure.MeasuringCommand;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code oncemore bench spring}: what the Spring Boot starter costs, next to a bare application and to code by hand. */
@Command(
        name = "spring",
        description =
                "The Spring Boot starter: an idempotent endpoint on PostgreSQL next to a bare one and to an interceptor"
                        + " by hand, @Retrying next to Spring's @Retryable, and the start of an application.")
public final class SpringBench extends MeasuringCommand {
    private static final List<String> NOTES = List.of(
            "endpoint-64: Tomcat and 64 callers in one process, PostgreSQL beside it; the applications take turns.",
            "start: JVMs of their own, from main to the running server, with the tables in place.");

    @Option(names = "--quick", description = "Measure for about a minute instead of five.")
    private boolean quick;

    private SpringBench() {}

    @Override
    protected Findings measure(PrintWriter progress) {
        return findings(new SpringRun(quick ? SpringEffort.QUICK : SpringEffort.FULL).measure(progress));
    }

    static Findings findings(Figures figures) {
        return new Findings(
                NOTES,
                List.of(Protection.BY_HAND.subject(), SpringRun.SPRING, Protection.BARE.subject()),
                figures,
                SpringTargets.of(figures));
    }
}
