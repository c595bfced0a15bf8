package dev.oncemore.bench.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Another JVM of the same version and class path, with its own options. */
public final class Jvm {
    private Jvm() {}

    /** The command that runs this class, without its arguments. */
    public static List<String> command(String mainClass, String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Collections.addAll(command, options);
        Collections.addAll(command, "-cp", System.getProperty("java.class.path"), mainClass);
        return command;
    }

    /**
     * Runs a command to its end and returns its output.
     *
     * @param what the name for messages
     */
    public static String output(String what, List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new MeasuringException(what + " failed: " + output, null);
            }
            return output;
        } catch (IOException e) {
            throw new MeasuringException(what + " could not be run: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MeasuringException(what + " was interrupted", e);
        }
    }
}
