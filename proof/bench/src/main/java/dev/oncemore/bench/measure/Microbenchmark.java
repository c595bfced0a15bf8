package dev.oncemore.bench.measure;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * One JMH benchmark method, run alone in separate JVMs, so that the JIT profile of one subject does not affect another.
 *
 * @param caseName the case
 * @param subject the measured library
 * @param owner the class of the method
 * @param method the method's name
 * @param parameters values of its {@code @Param} fields, by name
 * @param threads the number of threads; for more than one the throughput is measured, otherwise the time
 */
public record Microbenchmark(
        String caseName, String subject, Class<?> owner, String method, Map<String, String> parameters, int threads) {
    /** Small and fixed, so that collections are frequent and alike, and the cost of garbage is measured. */
    private static final String[] HEAP = {"-Xms256m", "-Xmx256m"};

    private static final String ALLOCATED = "gc.alloc.rate.norm";
    private static final double BYTES_NOISE = 0.5;
    private static final int LINES_SHOWN_MAX = 15;

    /** This benchmark as a step of a run. */
    public Step step(Effort effort) {
        return new Step(caseName + " " + subject, effort.guessedSeconds(), () -> run(effort));
    }

    /** The time or the throughput, and the memory allocated for one operation. */
    private List<Figure> run(Effort effort) {
        RunResult result = result(effort);
        String metric = threads > 1 ? Figure.THROUGHPUT : Figure.NANOS;
        return List.of(
                figure(metric, result, BenchmarkResult::getPrimaryResult, IterationResult::getPrimaryResult),
                bytes(figure(Figure.BYTES, result, Microbenchmark::allocated, Microbenchmark::allocated)));
    }

    /** A round is a JVM, because the JIT compiles differently from run to run; if there is only one, an iteration. */
    private Figure figure(
            String metric,
            RunResult result,
            Function<BenchmarkResult, Result<?>> ofFork,
            Function<IterationResult, Result<?>> ofIteration) {
        Collection<BenchmarkResult> forks = result.getBenchmarkResults();
        Stream<Result<?>> rounds = forks.size() > 1
                ? forks.stream().map(ofFork)
                : forks.stream()
                        .flatMap(fork -> fork.getIterationResults().stream())
                        .map(ofIteration);
        return Measurement.of(rounds.map(Microbenchmark::median).toList()).figure(caseName, subject, metric);
    }

    /** Without the allocations of the harness itself. */
    private static Figure bytes(Figure figure) {
        return figure.value() < BYTES_NOISE
                ? Figure.of(figure.caseName(), figure.subject(), figure.metric(), 0)
                : figure;
    }

    private static Result<?> allocated(BenchmarkResult fork) {
        return requireAllocated(fork.getSecondaryResults().get(ALLOCATED));
    }

    private static Result<?> allocated(IterationResult iteration) {
        return requireAllocated(iteration.getSecondaryResults().get(ALLOCATED));
    }

    private static Result<?> requireAllocated(@Nullable Result<?> result) {
        if (result == null) {
            throw new IllegalStateException("JMH has no '" + ALLOCATED + "'");
        }
        return result;
    }

    /** The median, because a mean would include interruptions by other programs. */
    private static double median(Result<?> result) {
        return result.getStatistics().getPercentile(50);
    }

    private RunResult result(Effort effort) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream sink = new PrintStream(said, true, StandardCharsets.UTF_8);
        ChainedOptionsBuilder options = options(effort);
        try {
            Collection<RunResult> results = new Runner(
                            options.build(), OutputFormatFactory.createFormatInstance(sink, VerboseMode.NORMAL))
                    .run();
            if (results.size() != 1) {
                throw failure(results.size() + " benchmarks ran instead of one", said, null);
            }
            return results.iterator().next();
        } catch (RunnerException e) {
            throw failure(String.valueOf(e.getMessage()), said, e);
        }
    }

    private ChainedOptionsBuilder options(Effort effort) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(owner.getName() + "." + method) + "$")
                .mode(threads > 1 ? Mode.Throughput : Mode.AverageTime)
                .timeUnit(threads > 1 ? TimeUnit.SECONDS : TimeUnit.NANOSECONDS)
                .threads(threads)
                .forks(effort.forks())
                .warmupIterations(effort.warmups())
                .warmupTime(length(effort.warmupLength()))
                .measurementIterations(effort.measurements())
                .measurementTime(length(effort.measurementLength()))
                .jvmArgs(HEAP)
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true);
        parameters.forEach(options::param);
        return options;
    }

    private static TimeValue length(Duration length) {
        return TimeValue.milliseconds(length.toMillis());
    }

    /** A failure with the end of JMH's log, which alone shows what happened in the other JVM. */
    private MeasuringException failure(String what, ByteArrayOutputStream said, @Nullable RunnerException cause) {
        List<String> lines = said.toString(StandardCharsets.UTF_8).lines().toList();
        String end = lines.stream()
                .skip(Math.max(0, lines.size() - LINES_SHOWN_MAX))
                .collect(Collectors.joining(System.lineSeparator() + "  "));
        return new MeasuringException(
                "%s of %s failed: %s%n  %s".formatted(caseName, subject, what.strip(), end), cause);
    }
}
