package dev.oncemore.observe.alert;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One daemon thread with a bounded queue, so that alerts never delay the work they report on. */
final class AlertThread implements Executor, AutoCloseable {
    private static final int WAITING_MAX = 1_000;

    private final ThreadPoolExecutor thread;

    private AlertThread(ThreadPoolExecutor thread) {
        this.thread = thread;
    }

    static AlertThread start() {
        return new AlertThread(
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING_MAX), task -> {
                    Thread thread = new Thread(task, "oncemore-alerts");
                    thread.setDaemon(true);
                    return thread;
                }));
    }

    @Override
    public void execute(Runnable task) {
        thread.execute(task);
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
