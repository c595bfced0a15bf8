package dev.oncemore.bench.measure;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/**
 * One JMH benchmark method, run alone in JVMs of its own, so that no subject is compiled for what another one did.
 *
 * @param caseName what is done
 * @param subject who does it
 * @param owner the class of the method
 * @param method the method's name
 * @param parameters values of its {@code @Param} fields, by name
 * @param threads how many threads do it at once; for more than one the throughput is measured, else the time
 */
public record Microbenchmark(
        String caseName, String subject, Class<?> owner, String method, Map<String, String> parameters, int threads) {
    /** Small and fixed, so that collections are many, alike, and part of what a subject's garbage costs. */
    private static final String[] HEAP = {"-Xms256m", "-Xmx256m"};

    private static final String ALLOCATED = "gc.alloc.rate.norm";
    private static final int LINES_SHOWN_MAX = 15;

    /** The time or the throughput, and the memory allocated for one operation. */
    public List<Figure> run(Effort effort) {
        RunResult result = result(effort);
        Statistics score = result.getPrimaryResult().getStatistics();
        Result<?> allocated = result.getSecondaryResults().get(ALLOCATED);
        if (allocated == null) {
            throw new IllegalStateException("JMH has no '" + ALLOCATED + "' but " + result.getSecondaryResults());
        }
        String metric = threads > 1 ? Figure.THROUGHPUT : Figure.NANOS;
        double spread = (score.getPercentile(75) - score.getPercentile(25)) / 2;
        return List.of(
                new Figure(caseName, subject, metric, median(score), spread),
                Figure.bytes(caseName, subject, median(allocated.getStatistics())));
    }

    /** Machines have other things to do now and then, and a mean would be about those. */
    private static double median(Statistics statistics) {
        return statistics.getPercentile(50);
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

    /** JMH tells what happened in the other JVM only in its log, hence the end of that. */
    private MeasuringException failure(String what, ByteArrayOutputStream said, @Nullable RunnerException cause) {
        List<String> lines = said.toString(StandardCharsets.UTF_8).lines().toList();
        String end = lines.stream()
                .skip(Math.max(0, lines.size() - LINES_SHOWN_MAX))
                .collect(Collectors.joining(System.lineSeparator() + "  "));
        return new MeasuringException(
                "%s of %s failed: %s%n  %s".formatted(caseName, subject, what.strip(), end), cause);
    }
}
