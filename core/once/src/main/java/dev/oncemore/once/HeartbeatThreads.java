package dev.oncemore.once;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Dedicated threads: a heartbeat must be sent even if an application blocks every thread of the common pool. */
final class HeartbeatThreads {
    private static final int HOOK_THREADS_MAX = 8;
    private static final int HOOKS_WAITING_MAX = 1_000;

    /** Runs user hooks, which may block: bounded, and separate from the heartbeats. */
    static final Executor HOOKS = hooks();

    /** One thread per sending engine, and none while no effect runs for long. */
    static final Executor SHARED = Executors.newCachedThreadPool(daemons("oncemore-heartbeat"));

    private HeartbeatThreads() {}

    private static Executor hooks() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                HOOK_THREADS_MAX,
                HOOK_THREADS_MAX,
                10,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(HOOKS_WAITING_MAX),
                daemons("oncemore-hook"));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
