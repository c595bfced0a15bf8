package dev.oncemore.retry;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Interrupts one piece of work on one thread, and nothing that the thread does afterwards: either the work ends first
 * and no interrupt is sent, or the interrupt comes first and {@link #end} clears it.
 */
final class Interrupter extends AtomicInteger {
    private static final long serialVersionUID = 1L;
    private static final int RUNNING = 0;
    private static final int INTERRUPTING = 1;
    private static final int INTERRUPTED = 2;
    private static final int ENDED = 3;

    private final transient Thread thread = Thread.currentThread();

    /** Interrupts the work; returns false if it has already ended. */
    boolean interrupt() {
        if (!compareAndSet(RUNNING, INTERRUPTING)) {
            return false;
        }
        thread.interrupt();
        set(INTERRUPTED);
        return true;
    }

    boolean fired() {
        int state = get();
        return state == INTERRUPTING || state == INTERRUPTED;
    }

    /** Marks the work as ended, on its own thread; returns whether this object interrupted it. */
    boolean end() {
        if (compareAndSet(RUNNING, ENDED)) {
            return false;
        }
        while (get() == INTERRUPTING) {
            Thread.onSpinWait();
        }
        // Clears our interrupt. A simultaneous one from another source cannot be told apart.
        boolean ignored = Thread.interrupted();
        return true;
    }
}
