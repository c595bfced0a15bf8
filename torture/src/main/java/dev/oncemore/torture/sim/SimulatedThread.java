package dev.oncemore.torture.sim;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread that takes part in a simulation. It runs only while it holds the baton. */
final class Party {
    final Thread thread;
    /** What to do when it is woken for the first time; null for the thread that drives the simulation. */
    @Nullable
    Runnable work;
    /** Where it waits: the number of its wait, so that a wake-up for an earlier wait is not taken for this one. */
    long waiting;

    boolean isWaiting;
    boolean interruptible;
    private volatile boolean hasBaton;
    /** Set before the flag is cleared, so that whoever looks at both sees an interrupt at any moment. */
    private volatile boolean interruptSeen;

    /** A party on the calling thread. */
    Party() {
        thread = Thread.currentThread();
        hasBaton = true;
    }

    /** A party on a thread of its own, which waits for the baton first and then runs this loop. */
    Party(String name, java.util.function.Consumer<Party> loop) {
        thread = new Thread(() -> loop.accept(this), name);
        thread.setDaemon(true);
    }

    boolean isInterrupted() {
        return thread.isInterrupted() || interruptSeen;
    }

    void give() {
        hasBaton = true;
        LockSupport.unpark(thread);
    }

    /** Gives the baton away; to be called by the thread that has it, before it gives it to another. */
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
            thread.interrupt();
        }
    }

    void forgetInterrupt() {
        interruptSeen = false;
    }
}
