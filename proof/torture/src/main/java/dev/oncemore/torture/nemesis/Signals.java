package dev.oncemore.torture.nemesis;

import dev.oncemore.OncemoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** POSIX signals to processes that this one started. */
final class Signals {
    private static final int STOPPED_LOOKS_MAX = 1_000;
    private static final long LOOK_MILLIS = 2;

    private Signals() {}

    /** Whether this system has them. */
    static boolean areThere() {
        return !System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("windows");
    }

    /** Stops a process. Returns whether it has stopped. */
    static boolean stop(Process process) throws InterruptedException {
        if (!send("-STOP", process)) {
            return false;
        }
        // The signal is sent; the process may take a moment to stop.
        for (int i = 0; i < STOPPED_LOOKS_MAX && process.isAlive(); i++) {
            if (isStopped(process)) {
                return true;
            }
            Thread.sleep(LOOK_MILLIS);
        }
        return false;
    }

    /** Resumes a process. */
    static boolean resume(Process process) throws InterruptedException {
        return send("-CONT", process);
    }

    private static boolean send(String signal, Process process) throws InterruptedException {
        if (!process.isAlive()) {
            return false;
        }
        try {
            return new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            throw new OncemoreException("signals need the program kill, which cannot be run", e);
        }
    }

    /** Checked on Linux; elsewhere a delivered signal is enough. */
    private static boolean isStopped(Process process) {
        Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
        if (!Files.exists(stat)) {
            return process.isAlive();
        }
        try {
            String text = Files.readString(stat);
            // After the name, which may hold blanks and is in parentheses.
            return text.substring(text.lastIndexOf(')') + 2).startsWith("T");
        } catch (IOException e) {
            return false; // It has ended.
        }
    }
}
