package dev.oncemore.bench.report;

import dev.oncemore.bench.measure.Findings;
import dev.oncemore.bench.measure.Jvm;
import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.measure.TemporaryFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Runs a bench in a JVM of its own, as a user would: what ran before must not change what the JIT does. */
final class BenchProcess {
    private static final String MAIN = "dev.oncemore.bench.Bench";

    private BenchProcess() {}

    static Findings run(List<String> arguments, PrintWriter progress) {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Path file = folder.resolve("figures.json");
            List<String> command = Jvm.command(
                    MAIN,
                    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                            .filter(BenchProcess::isForBenches)
                            .toArray(String[]::new));
            command.addAll(arguments);
            command.addAll(List.of("--json", file.toString()));
            int code = passOn(command, progress);
            if (code != 0) {
                throw new MeasuringException(
                        Section.command(arguments) + " failed with exit code " + code + ": see above", null);
            }
            return FindingsReader.read(file);
        } catch (IOException e) {
            throw new MeasuringException(Section.command(arguments) + " could not be run: " + e, e);
        }
    }

    /** Options of the launcher, but no agent of a test or debugger. */
    private static boolean isForBenches(String option) {
        return option.startsWith("-XX:") || option.startsWith("--");
    }

    /** Its progress is ours; its own report is not needed, because the figures are in the file. */
    private static int passOn(List<String> command, PrintWriter progress) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        // An interrupt of the report ends this JVM, too.
        Thread killer = new Thread(process::destroy);
        Runtime.getRuntime().addShutdownHook(killer);
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            char[] some = new char[256];
            for (int count = lines.read(some); count >= 0; count = lines.read(some)) {
                progress.write(some, 0, count);
                progress.flush();
            }
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MeasuringException("interrupted", e);
        } finally {
            process.destroy();
            Runtime.getRuntime().removeShutdownHook(killer);
        }
    }
}
