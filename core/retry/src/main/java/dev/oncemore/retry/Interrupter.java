package dev.oncemore.retry;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Interrupts one piece of work on one thread, and nothing that the thread does afterwards: either the work ends first and
 * no interrupt comes, or the interrupt comes first and {@link #end} clears it away.
 */
final class Interrupter extends AtomicInteger {
    private static final long serialVersionUID = 1L;
    private static final int RUNNING = 0;
    private static final int INTERRUPTING = 1;
    private static final int INTERRUPTED = 2;
    private static final int ENDED = 3;

    private final transient Thread thread = Thread.currentThread();

    /** False when the work has ended already. */
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

    /** The work has ended, on its own thread; answers whether it was interrupted from here. */
    boolean end() {
        if (compareAndSet(RUNNING, ENDED)) {
            return false;
        }
        while (get() == INTERRUPTING) {
            Thread.onSpinWait();
        }
        // Ours. Should somebody else have interrupted the thread at the same moment, that cannot be told apart.
        boolean ignored = Thread.interrupted();
        return true;
    }
}
