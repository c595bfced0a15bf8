package dev.oncemore.testkit.net;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A planned fault, which a test awaits and, if it holds data back, releases. */
public final class Strike {
    private static final long LIMIT_SECONDS = 60;

    private final NetworkFault fault;
    private final CountDownLatch struck = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    Strike(NetworkFault fault) {
        this.fault = fault;
    }

    NetworkFault fault() {
        return fault;
    }

    /** Whether it has happened. */
    public boolean hasStruck() {
        return struck.getCount() == 0;
    }

    /** Waits until it has happened: the connection is cut, or the held data has arrived in the proxy. */
    public void await() {
        try {
            if (!struck.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("the fault did not happen within " + LIMIT_SECONDS + " s: " + fault);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for a fault", e);
        }
    }

    /** Lets held data pass, now or when it comes. */
    public void release() {
        released.countDown();
    }

    void strike() {
        struck.countDown();
    }

    void awaitRelease(Duration atMost) throws InterruptedException {
        boolean unused = released.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }
}
