package dev.oncemore.torture.nemesis;

import dev.oncemore.torture.nemesis.node.LineProtocol;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One process of a node, from its start until it is killed. */
final class NodeProcess {
    final int index;
    final String name;
    final Process process;
    /** Its own folder, for unpacked files and its output. */
    final Path folder;

    private final CountDownLatch ready = new CountDownLatch(1);
    private volatile int quietRound;
    private volatile boolean hasWorked;
    private volatile boolean paused;
    private volatile boolean condemned;
    private volatile long healthySinceNanos = System.nanoTime();
    private volatile long faultUntilNanos = healthySinceNanos;
    private @Nullable Writer out;

    NodeProcess(int index, String name, Process process, Path folder) {
        this.index = index;
        this.name = name;
        this.process = process;
        this.folder = folder;
    }

    synchronized void attach(Writer writer) {
        out = writer;
    }

    /** Sends a message; failures are ignored, because then the process is dead. */
    synchronized void send(String... words) {
        Writer writer = out;
        if (writer != null) {
            try {
                writer.write(LineProtocol.format(List.of(words)) + "\n");
                writer.flush();
            } catch (IOException e) {
                out = null;
            }
        }
    }

    void markReady() {
        ready.countDown();
    }

    boolean awaitReady(long seconds) throws InterruptedException {
        return ready.await(seconds, TimeUnit.SECONDS);
    }

    /** Notes that all requests of this round have ended. */
    void markQuiet(int round) {
        quietRound = round;
    }

    boolean wasQuietIn(int round) {
        return quietRound == round;
    }

    void markWorking() {
        hasWorked = true;
    }

    /** Whether a fault now would hit running work. */
    boolean isWorking() {
        return hasWorked && process.isAlive() && !condemned;
    }

    void paused() {
        paused = true;
    }

    void resumed() {
        healthySinceNanos = System.nanoTime();
        paused = false;
    }

    boolean isPaused() {
        return paused;
    }

    void faultFor(long millis) {
        faultUntilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Marks it as killed, so that its end is expected. */
    void condemn() {
        condemned = true;
    }

    boolean isCondemned() {
        return condemned;
    }

    /** Since when it has reached the store without a fault; in the future while a fault is on. */
    long healthySinceNanos() {
        long now = System.nanoTime();
        if (paused) {
            return now;
        }
        return faultUntilNanos - healthySinceNanos > 0 ? faultUntilNanos : healthySinceNanos;
    }

    @Override
    public String toString() {
        return name;
    }
}
