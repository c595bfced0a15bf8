package dev.oncemore.bench.saga;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Findings;
import dev.oncemore.bench.measure.MeasuringCommand;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code oncemore bench saga}: sagas next to durable workflows, on PostgreSQL. */
@Command(name = "saga", description = "Sagas next to the durable workflows of DBOS Transact, on PostgreSQL.")
public final class SagaBench extends MeasuringCommand {
    private static final String NOTE =
            "Durable commits, %d steps that do nothing, %d connections for each, the subjects of a case in turns; least and most are of the rounds."
                    .formatted(SagaContender.STEPS, SagaContender.CONNECTIONS);

    @Option(
            names = "--case",
            paramLabel = "CASE",
            split = ",",
            converter = SagaCase.Converter.class,
            description = "The cases to measure, separated by commas (default: all): one, sixteen, burst.")
    private final List<SagaCase> cases = new ArrayList<>();

    @Option(names = "--quick", description = "Measure for about a minute instead of eight. Good for factors only.")
    private boolean quick;

    private SagaBench() {}

    @Override
    protected Findings measure(PrintWriter progress) {
        List<SagaCase> chosen = cases.isEmpty() ? List.of(SagaCase.values()) : List.copyOf(cases);
        return findings(new SagaMatch(chosen, quick ? SagaEffort.QUICK : SagaEffort.FULL).measure(progress));
    }

    static Findings findings(Figures figures) {
        return new Findings(List.of(NOTE), List.of(DbosWorkflows.NAME), figures, SagaTargets.of(figures));
    }
}
