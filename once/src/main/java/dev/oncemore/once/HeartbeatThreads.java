package dev.oncemore.once;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** Threads of our own: a heartbeat must get through, also when an application blocks every thread of the common pool. */
final class HeartbeatThreads {
    /** One thread for each engine that is sending, and none while nothing runs for long. */
    static final Executor SHARED = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "oncemore-heartbeat");
        thread.setDaemon(true);
        return thread;
    });

    private HeartbeatThreads() {}
}
