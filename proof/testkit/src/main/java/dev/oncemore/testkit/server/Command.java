package dev.oncemore.testkit.server;

import dev.oncemore.OncemoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs programs to their end. */
final class Command {
    private static final long TIMEOUT_SECONDS = 120;
    private static final int TAIL_CHARS = 2_000;

    private Command() {}

    /** Runs a program; a failure's message has the last lines of its output. */
    static void run(Path log, List<String> command) {
        run(log, command, InputStream.nullInputStream());
    }

    /** As {@link #run(Path, List)}, with input. */
    static void run(Path log, List<String> command, InputStream input) {
        try {
            Process process = builder(log, command).start();
            try (OutputStream stdin = process.getOutputStream()) {
                input.transferTo(stdin);
            } catch (IOException e) {
                // It ended before it had read everything; its exit code shows whether that is a failure.
            }
            int code = exitCode(process);
            if (code != 0) {
                throw new OncemoreException(
                        String.join(" ", command) + " failed with exit code " + code + ":\n" + tail(log));
            }
        } catch (IOException e) {
            throw new OncemoreException("cannot run " + command.get(0), e);
        }
    }

    /** Whether a program can be run and succeeds. */
    static boolean succeeds(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            return exitCode(process) == 0;
        } catch (IOException e) {
            return false; // The program does not exist.
        }
    }

    /** Prepares a program whose output is appended to the log, in English and with text ordered by code point. */
    static ProcessBuilder builder(Path log, List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().put("LC_ALL", "C");
        return builder;
    }

    /** The last lines of a log. */
    static String tail(Path log) {
        try {
            String text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
            return text.substring(Math.max(0, text.length() - TAIL_CHARS));
        } catch (IOException e) {
            return "(no log: " + e + ")";
        }
    }

    private static int exitCode(Process process) {
        try {
            if (process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                return process.exitValue();
            }
            process.destroyForcibly();
            throw new OncemoreException("a program did not end within " + TIMEOUT_SECONDS + " s: " + process);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new OncemoreException("interrupted while a program ran", e);
        }
    }
}
