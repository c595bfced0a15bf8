package dev.oncemore.bench.server;

import dev.oncemore.bench.measure.MeasuringException;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The program wrk with one thread, which leaves the processors to the server. */
final class Wrk {
    private static final Pattern RATE = Pattern.compile("Requests/sec: +([0-9.]+)");
    private static final Pattern WRONG = Pattern.compile("Non-2xx or 3xx responses: .*|Socket errors: .*");

    private final Path folder;

    Wrk(Path folder) {
        this.folder = folder;
    }

    static boolean isInstalled() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(place -> Files.isExecutable(Path.of(place, "wrk")));
    }

    double perSecond(URI address, LoadKind kind, String prefix, Duration length) {
        try {
            Files.createDirectories(folder);
            Path script = Files.writeString(folder.resolve("load.lua"), kind.lua(prefix));
            Process process = new ProcessBuilder(List.of(
                            "wrk",
                            "-t1",
                            "-c" + Connections.CONNECTIONS,
                            "-d" + Math.max(1, length.toSeconds()) + "s",
                            "-s",
                            script.toString(),
                            address.toString()))
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher rate = RATE.matcher(output);
            Matcher wrong = WRONG.matcher(output);
            if (process.waitFor() != 0 || !rate.find() || wrong.find()) {
                throw new MeasuringException("wrk could not measure:\n" + output, null);
            }
            return Double.parseDouble(rate.group(1));
        } catch (IOException e) {
            throw new MeasuringException("wrk could not be started: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MeasuringException("interrupted", e);
        }
    }
}
