package dev.oncemore.testkit.server;

import dev.oncemore.OncemoreException;
import dev.oncemore.time.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One server: a process and the folder with its data, which end together and no later than the JVM. */
final class ServerProcess {
    private static final Duration START_MAX = Duration.ofSeconds(60);
    private static final Duration STOP_MAX = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final Duration PAUSE_BEFORE_NEXT_TRY = Duration.ofMillis(200);

    /** How often a restart is tried, because resources of a killed process may take a moment to be freed. */
    private static final int RESTARTS_MAX = 10;

    private final Program program;
    private final Path folder;
    private final boolean shared;
    private final Thread hook;
    private @Nullable Process process;
    private @Nullable Guard guard;
    private boolean closed;

    private ServerProcess(Program program, Path folder, boolean shared) {
        this.program = program;
        this.folder = folder;
        this.shared = shared;
        this.hook = new Thread(this::end, "oncemore-stop-" + program.name);
    }

    /** Starts it, and returns when it answers. The folder is deleted with the server, or when it does not start. */
    static ServerProcess start(Program program, Path folder, boolean shared) {
        ServerProcess server = new ServerProcess(program, folder, shared);
        Runtime.getRuntime().addShutdownHook(server.hook);
        try {
            server.launch();
            return server;
        } catch (RuntimeException e) {
            server.dispose();
            throw e;
        }
    }

    synchronized boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** Sends SIGKILL to the process and all its children, so that nothing is flushed or closed. */
    synchronized void kill() {
        requireOwn("killed");
        endNow();
    }

    /** Starts again on the same data and port, after a clean stop unless it was killed. */
    synchronized void restart() {
        requireOwn("restarted");
        stop();
        for (int i = 1; !isRunning(); i++) {
            try {
                launch();
            } catch (OncemoreException e) {
                endNow();
                if (i == RESTARTS_MAX) {
                    throw e;
                }
                pause(PAUSE_BEFORE_NEXT_TRY);
            }
        }
    }

    /** Ends it and deletes its data. */
    synchronized void close() {
        if (!closed) {
            requireOwn("closed");
            dispose();
        }
    }

    /** Refuses an operation on a shared server. */
    synchronized void requireOwn(String what) {
        if (shared) {
            throw new IllegalStateException("the shared " + program.name + " cannot be " + what
                    + ", because other tests use it: start() your own");
        }
        if (closed) {
            throw new IllegalStateException("this " + program.name + " is closed");
        }
    }

    private void dispose() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook runs anyway.
        }
    }

    private synchronized void end() {
        closed = true;
        if (process != null && process.isAlive()) {
            signal(process, program.endSignal);
            awaitEnd(process, STOP_MAX);
        }
        endNow();
        Trees.delete(folder);
    }

    private void stop() {
        if (process != null && process.isAlive()) {
            signal(process, program.stopSignal);
            awaitEnd(process, STOP_MAX);
        }
        endNow();
    }

    private void endNow() {
        if (guard != null) {
            guard.close();
            guard = null;
        }
        if (process != null) {
            List<ProcessHandle> children = process.descendants().toList();
            Stream.concat(Stream.of(process.toHandle()), children.stream()).forEach(ProcessHandle::destroyForcibly);
            awaitEnd(process, STOP_MAX);
            process = null;
        }
    }

    private void launch() {
        Path log = folder.resolve("log");
        try {
            Process launched = Command.builder(log, program.command).start();
            process = launched;
            guard = Guard.over(launched.pid(), program.endSignal, folder);
            awaitAnswer(launched, log);
        } catch (IOException e) {
            throw new OncemoreException("cannot run " + program.command.get(0), e);
        }
    }

    private void awaitAnswer(Process launched, Path log) {
        Time time = Time.system();
        long start = time.nanoTime();
        for (Exception silence = silence(); silence != null; silence = silence()) {
            if (!launched.isAlive()) {
                throw new OncemoreException(program.name + " ended with exit code " + launched.exitValue()
                        + " instead of starting:\n" + Command.tail(log));
            }
            if (time.nanoTime() - start > START_MAX.toNanos()) {
                throw new OncemoreException(
                        program.name + " did not answer within " + START_MAX.toSeconds() + " s (" + silence.getMessage()
                                + "); it said:\n" + Command.tail(log),
                        silence);
            }
            pause(PAUSE);
        }
    }

    private @Nullable Exception silence() {
        try {
            program.question.ask();
            return null;
        } catch (IOException | SQLException e) {
            return e;
        }
    }

    private static void signal(Process process, String signal) {
        Command.succeeds(List.of("/bin/sh", "-c", "kill -s \"$0\" \"$1\"", signal, Long.toString(process.pid())));
    }

    private static void awaitEnd(Process process, Duration max) {
        try {
            if (!process.waitFor(max.toNanos(), TimeUnit.NANOSECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static void pause(Duration span) {
        try {
            Time.system().sleep(span.toNanos());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static OncemoreException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new OncemoreException("interrupted while waiting for a server", e);
    }

    /**
     * How to run a server.
     *
     * @param stopSignal for a clean stop, after which it starts again as it was
     * @param endSignal for a quick end, when its data is of no use any more
     */
    record Program(String name, List<String> command, String stopSignal, String endSignal, Question question) {}

    /** A probe of a server, which fails as long as the server does not answer. */
    @FunctionalInterface
    interface Question {
        void ask() throws IOException, SQLException;
    }
}
