package dev.oncemore.bench.retry;

import dev.oncemore.bench.measure.Jvm;
import dev.oncemore.bench.measure.MeasuringException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Runs {@link BackoffWait} in a separate JVM, whose heap is limited to the target. */
final class BackoffRun {
    private BackoffRun() {}

    static BackoffFigures of(BackoffLoad load) {
        List<String> command = Jvm.command(
                BackoffWait.class.getName(),
                "-Xms" + load.heapMegabytes() + "m",
                "-Xmx" + load.heapMegabytes() + "m",
                "-XX:+ExitOnOutOfMemoryError");
        command.addAll(List.of(
                String.valueOf(load.calls()),
                String.valueOf(load.heapMegabytes()),
                String.valueOf(load.least().toMillis()),
                String.valueOf(load.spread().toMillis())));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            // An interrupt of the bench ends this JVM, too.
            Thread killer = new Thread(process::destroyForcibly);
            Runtime.getRuntime().addShutdownHook(killer);
            try {
                return figures(process);
            } finally {
                process.destroyForcibly();
                Runtime.getRuntime().removeShutdownHook(killer);
            }
        } catch (IOException e) {
            throw new MeasuringException(BackoffFigures.CASE + " did not start: " + e.getMessage(), e);
        }
    }

    /** Waits for the other JVM, which limits its own time. */
    private static BackoffFigures figures(Process process) throws IOException {
        StringBuilder said = new StringBuilder();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                Optional<BackoffFigures> figures = BackoffFigures.parse(line);
                if (figures.isPresent()) {
                    return figures.get();
                }
                said.append(System.lineSeparator()).append("  ").append(line);
            }
        }
        throw new MeasuringException(BackoffFigures.CASE + " ended without figures:" + said, null);
    }
}
