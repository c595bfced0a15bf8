package dev.oncemore.task;

import dev.oncemore.time.VirtualThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The default threads. Their number is bounded by what the workers start. */
final class Threads {
    private Threads() {}

    static Executor standard() {
        return VirtualThreads.executor().orElse(Platform.POOL);
    }

    private static final class Platform {
        private static final AtomicLong COUNT = new AtomicLong();
        static final Executor POOL =
                new ThreadPoolExecutor(0, Integer.MAX_VALUE, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                    Thread thread = new Thread(task, "oncemore-task-" + COUNT.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
    }
}
