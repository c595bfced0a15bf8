package dev.oncemore.testkit.race;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/** Many threads that start at the same moment, and conditions that are awaited instead of slept for. */
public final class Together {
    private static final long LIMIT_SECONDS = 60;

    private Together() {}

    /** Runs this many tasks at once, each on its own thread, and returns their results in order. */
    public static <T> List<T> run(int count, IntFunction<Callable<T>> task) {
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            CountDownLatch ready = new CountDownLatch(count);
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Callable<T> own = task.apply(i);
                futures.add(threads.submit(() -> {
                    ready.countDown();
                    ready.await();
                    return own.call();
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(result(future));
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    /** The result of a future; fails when it fails or takes longer than a minute. */
    public static <T> T result(Future<T> future) {
        try {
            return future.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("a task failed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** Waits for this signal; fails when it does not come within a minute. */
    public static void await(CountDownLatch signal) {
        try {
            if (!signal.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("the signal never came");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** Polls a condition until it holds; fails after a minute. */
    public static void await(String what, BooleanSupplier condition) {
        for (long i = 0; i < LIMIT_SECONDS * 200; i++) {
            if (condition.getAsBoolean()) {
                return;
            }
            LockSupport.parkNanos(5_000_000);
        }
        throw new AssertionError("this never happened: " + what);
    }
}
