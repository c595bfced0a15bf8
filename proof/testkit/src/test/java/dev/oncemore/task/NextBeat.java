package dev.oncemore.task;

import dev.oncemore.testkit.race.Together;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Lets virtual time pass until a heartbeat came. */
final class NextBeat {
    /** Less than a lease: a heartbeat is due after a third of it. */
    private static final int FAST = 15;

    private static final int LOOKS = 200;

    private NextBeat() {}

    /**
     * The clock goes on until then, because a heartbeat is set after the end of the one before. It slows down when one is due, so
     * that a thread that waits for a processor does not lose its leases.
     */
    static void await(WatchedStore store, VirtualTime time) {
        int before = store.extensions.size();
        AtomicInteger looks = new AtomicInteger();
        Together.await("a heartbeat got through", () -> {
            int look = looks.incrementAndGet();
            if (look <= FAST || look % LOOKS == 0) {
                time.advance(Duration.ofSeconds(1));
            }
            return store.extensions.size() > before;
        });
    }
}
