package dev.oncemore.retry;

import dev.oncemore.time.VirtualThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Default executors, with virtual threads where the JDK has them. */
final class Workers {
    private static final int BLOCKING_MAX = 512;
    private static final @Nullable Executor VIRTUAL = VirtualThreads.executor().orElse(null);

    private Workers() {}

    /** Starts the next attempt of an asynchronous call. */
    static Executor starting() {
        return VIRTUAL != null ? VIRTUAL : ForkJoinPool.commonPool();
    }

    /** Runs the copies of a hedged blocking call. */
    static Executor blocking() {
        return VIRTUAL != null ? VIRTUAL : Platform.POOL;
    }

    private static final class Platform {
        private static final AtomicLong COUNT = new AtomicLong();
        static final Executor POOL =
                new ThreadPoolExecutor(0, BLOCKING_MAX, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                    Thread thread = new Thread(task, "oncemore-worker-" + COUNT.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
    }
}
