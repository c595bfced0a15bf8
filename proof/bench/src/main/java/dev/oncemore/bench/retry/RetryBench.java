package dev.oncemore.bench.retry;

import dev.oncemore.bench.measure.BenchProgress;
import dev.oncemore.bench.measure.Effort;
import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.MeasuringCommand;
import dev.oncemore.bench.measure.Microbenchmark;
import dev.oncemore.bench.measure.Subject;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code oncemore bench retry}: the retry engine next to other engines and a loop by hand. */
@Command(name = "retry", description = "The retry engine next to Resilience4j, Failsafe, Spring's and a loop by hand.")
public final class RetryBench extends MeasuringCommand {
    @Option(
            names = "--quick",
            description = "Measure for less than two minutes instead of a quarter of an hour. Good for factors only.")
    private boolean quick;

    private RetryBench() {}

    @Override
    protected Findings measure(Machine machine, PrintWriter out) {
        Effort effort = quick ? Effort.QUICK : Effort.FULL;
        BackoffLoad load = quick ? BackoffLoad.QUICK : BackoffLoad.FULL;
        List<Microbenchmark> benchmarks = RetryCase.ALL.stream()
                .flatMap(inCase -> inCase.benchmarks().stream())
                .toList();

        List<Double> guesses = new ArrayList<>();
        benchmarks.forEach(benchmark -> guesses.add(effort.guessedSeconds()));
        guesses.add(load.guessedSeconds());
        BenchProgress progress = new BenchProgress(out, guesses);

        Figures figures = new Figures();
        for (Microbenchmark benchmark : benchmarks) {
            progress.start(benchmark.caseName() + " " + benchmark.subject(), effort.guessedSeconds());
            List<Figure> measured = benchmark.run(effort);
            progress.end(measured);
            figures.add(measured);
        }
        progress.start(BackoffFigures.CASE + " " + Subject.ONCEMORE, load.guessedSeconds());
        BackoffFigures backoff = BackoffRun.of(load);
        progress.end(backoff.figures());
        figures.add(backoff.figures());
        return new Findings(figures, new RetryReport(machine, figures, backoff).lines());
    }
}
