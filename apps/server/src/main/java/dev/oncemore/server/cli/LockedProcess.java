package dev.oncemore.server.cli;

import dev.oncemore.once.HeldLock;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * A command that runs while a lock is held. When this process is told to end, so is the command: the lock is released after it has
 * ended, and its exit code is ours. The same happens when the lock is lost, because another machine may run the command then.
 */
final class LockedProcess {
    /** As shells say it. */
    private static final int CANNOT_START = 127;

    private static final long RELEASE_SECONDS_MAX = 60;

    private final List<String> command;
    private final PrintWriter err;
    private final CountDownLatch released = new CountDownLatch(1);

    LockedProcess(List<String> command, PrintWriter err) {
        this.command = command;
        this.err = err;
    }

    /** Runs it, closes the lock, and answers the exit code. */
    int run(HeldLock lock) throws InterruptedException {
        try (lock) {
            return runHolding(lock);
        } finally {
            released.countDown();
        }
    }

    private int runHolding(HeldLock lock) throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().put("ONCEMORE_LOCK", lock.name());
        builder.environment().put("ONCEMORE_FENCE", Long.toString(lock.fence()));
        // Before the command starts: a signal right after its start must reach it.
        CompletableFuture<Process> started = new CompletableFuture<>();
        Thread forwarding = new Thread(() -> endWith(started), "oncemore-lock");
        if (!isAddedAtExit(forwarding)) {
            return CANNOT_START;
        }
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            started.cancel(false);
            remove(forwarding);
            err.println("oncemore lock: " + e.getMessage());
            return CANNOT_START;
        }
        started.complete(process);
        lock.onLost(() -> {
            err.println("oncemore lock: lost the lock " + lock.name() + ", stopping the command");
            process.destroy();
        });
        int code = process.waitFor();
        remove(forwarding);
        return code;
    }

    /** Ends this process with the command's exit code instead of the signal's. */
    private void endWith(CompletableFuture<Process> started) {
        try {
            Process process = started.get();
            process.destroy();
            int code = process.waitFor();
            boolean ignored = released.await(RELEASE_SECONDS_MAX, TimeUnit.SECONDS);
            Runtime.getRuntime().halt(code);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | CancellationException e) {
            // There is no command: this process ends by the signal.
        }
    }

    /** False if this process is ending already. */
    private static boolean isAddedAtExit(Thread hook) {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This process is ending: the hook runs.
        }
    }
}
