package dev.oncemore.task;

import java.util.concurrent.CountDownLatch;

/**
 * Keeps the JVM running while workers are open. Theirs are virtual or daemon threads, so that a program whose
 * {@code main} has returned would exit in the middle of its tasks.
 */
final class KeepAlive {
    private final CountDownLatch over = new CountDownLatch(1);

    /** Starts a thread that does nothing but wait. It does not delay an exit that was asked for, such as a signal. */
    void start() {
        Thread thread = new Thread(this::await, "oncemore-workers");
        thread.setDaemon(false);
        thread.start();
    }

    private void await() {
        boolean waits = true;
        while (waits) {
            try {
                over.await();
                waits = false;
            } catch (InterruptedException e) {
                // Nobody but the workers may end it.
                waits = over.getCount() > 0;
            }
        }
    }

    void stop() {
        over.countDown();
    }
}
