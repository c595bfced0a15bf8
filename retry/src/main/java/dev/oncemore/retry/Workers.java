package dev.oncemore.retry;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Threads for whoever brings none: virtual ones where the JDK has them. */
final class Workers {
    private static final int BLOCKING_MAX = 512;
    private static final @Nullable Executor VIRTUAL = virtualThreads();

    private Workers() {}

    /** Starts the next attempt of an asynchronous call. */
    static Executor starting() {
        return VIRTUAL != null ? VIRTUAL : ForkJoinPool.commonPool();
    }

    /** Runs the copies of a hedged blocking call. */
    static Executor blocking() {
        return VIRTUAL != null ? VIRTUAL : Platform.POOL;
    }

    /** The one look-up by name in this module: the class files are for JDK 17, which cannot name the method. */
    private static @Nullable Executor virtualThreads() {
        try {
            MethodHandle factory = MethodHandles.publicLookup()
                    .findStatic(
                            Executors.class,
                            "newVirtualThreadPerTaskExecutor",
                            MethodType.methodType(ExecutorService.class));
            return (Executor) factory.invoke();
        } catch (NoSuchMethodException | UnsupportedOperationException e) {
            return null;
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
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
