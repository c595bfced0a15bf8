package dev.oncemore.torture.sim;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread of a simulation. It runs only while it holds the baton. */
final class SimulatedThread {
    final Thread realThread;
    /** The work to run when it is woken for the first time; null for the thread that drives the simulation. */
    @Nullable
    Runnable work;
    /** The number of its current wait, so that a wake-up for an earlier wait is not mistaken for this one. */
    long waiting;

    boolean isWaiting;
    boolean interruptible;
    private volatile boolean hasBaton;
    /** Set before the flag is cleared, so that a reader of both never misses an interrupt. */
    private volatile boolean interruptSeen;

    /** The calling thread, which holds the baton. */
    SimulatedThread() {
        realThread = Thread.currentThread();
        hasBaton = true;
    }

    /** A new thread that waits for the baton and then runs this loop. */
    SimulatedThread(String name, java.util.function.Consumer<SimulatedThread> loop) {
        realThread = new Thread(() -> loop.accept(this), name);
        realThread.setDaemon(true);
    }

    boolean isInterrupted() {
        return realThread.isInterrupted() || interruptSeen;
    }

    void give() {
        hasBaton = true;
        LockSupport.unpark(realThread);
    }

    /** Gives up the baton. Called by the thread that holds it, before it hands it to another. */
    void release() {
        hasBaton = false;
    }

    /** Waits for the baton. An interrupt meanwhile is kept for afterwards. */
    void await() {
        while (!hasBaton) {
            if (Thread.currentThread().isInterrupted()) {
                interruptSeen = true;
                boolean unused = Thread.interrupted();
            }
            LockSupport.park(this);
        }
        if (interruptSeen) {
            interruptSeen = false;
            realThread.interrupt();
        }
    }

    void forgetInterrupt() {
        interruptSeen = false;
    }
}
