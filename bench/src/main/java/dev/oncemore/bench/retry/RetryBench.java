package dev.oncemore.bench.retry;

import dev.oncemore.bench.measure.Effort;
import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.JsonOption;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.Microbenchmark;
import dev.oncemore.bench.measure.Progress;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code oncemore bench retry}: the retry engine next to other engines and a loop by hand. */
@Command(name = "retry", description = "The retry engine next to Resilience4j, Failsafe, Spring's and a loop by hand.")
public final class RetryBench implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("unused") // picocli looks at it
    private boolean help;

    @Option(
            names = "--quick",
            description = "Measure for less than two minutes instead of a quarter of an hour. Good for factors only.")
    private boolean quick;

    @Mixin
    private final JsonOption json = new JsonOption();

    private RetryBench() {}

    @Override
    public Integer call() {
        json.requireWritable();
        Machine machine = Machine.now();
        machine.warning().ifPresent(spec.commandLine().getErr()::println);
        Effort effort = quick ? Effort.QUICK : Effort.FULL;
        BackoffLoad load = quick ? BackoffLoad.QUICK : BackoffLoad.FULL;
        List<Microbenchmark> benchmarks = RetryCase.ALL.stream()
                .flatMap(inCase -> inCase.benchmarks().stream())
                .toList();

        List<Double> guesses = new ArrayList<>();
        benchmarks.forEach(benchmark -> guesses.add(effort.guessedSeconds()));
        guesses.add(load.guessedSeconds());
        Progress progress = new Progress(spec.commandLine().getErr(), guesses);

        Figures figures = new Figures();
        for (Microbenchmark benchmark : benchmarks) {
            progress.start(benchmark.caseName() + " " + benchmark.subject(), effort.guessedSeconds());
            List<Figure> measured = benchmark.run(effort);
            progress.end(measured);
            figures.add(measured);
        }
        progress.start(BackoffFigures.CASE + " " + Subjects.ONCEMORE, load.guessedSeconds());
        BackoffFigures backoff = BackoffRun.of(load);
        progress.end(backoff.figures());
        figures.add(backoff.figures());

        PrintWriter out = spec.commandLine().getOut();
        out.println();
        new RetryReport(machine, figures, backoff).lines().forEach(out::println);
        out.flush();
        json.write("retry", figures);
        return ExitCode.OK;
    }
}
