package dev.oncemore.bench.retry;

import dev.oncemore.bench.measure.Heap;
import dev.oncemore.retry.AsyncWork;
import dev.oncemore.retry.Attempt;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.Time;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Many calls that wait in backoff at once. The first attempt of each fails, the second one succeeds and notes how late it
 * started. Everything is kept in arrays of numbers, so that the heap holds the engine's objects and little else.
 */
final class BackoffWait {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String TIMER_THREAD = "oncemore-timer";

    private final BackoffLoad load;
    private final long[] dueNanos;
    private final long[] lateNanos;
    private final CountDownLatch waiting;
    private final CompletableFuture<Object> failed = CompletableFuture.failedFuture(new ConnectException("refused"));
    private final CompletableFuture<Object> succeeded = CompletableFuture.completedFuture(this);
    private final Retry retry;
    /** The current call of the only thread that makes calls. */
    private int calling;

    BackoffWait(BackoffLoad load) {
        this.load = load;
        dueNanos = new long[load.calls()];
        lateNanos = new long[load.calls()];
        waiting = new CountDownLatch(load.calls());
        RetryPolicy policy = RetryPolicy.named("bench")
                .maxAttempts(2)
                .backoff(Backoff.fixed(load.least()).additiveJitter(load.spread()))
                .noAttemptTimeout()
                .noDeadline()
                .unlimitedBudget()
                .build();
        retry = Retry.builder(policy).time(new NotingTime()).build();
    }

    /**
     * The main method of that JVM.
     *
     * @param args the numbers of the load: calls, megabytes, shortest wait and spread in milliseconds
     */
    public static void main(String[] args) throws InterruptedException {
        BackoffLoad load = new BackoffLoad(
                Integer.parseInt(args[0]),
                Integer.parseInt(args[1]),
                Duration.ofMillis(Long.parseLong(args[2])),
                Duration.ofMillis(Long.parseLong(args[3])));
        System.out.println(new BackoffWait(load).run().line());
    }

    BackoffFigures run() throws InterruptedException {
        double heapBefore = Heap.liveMegabytes();
        for (calling = 0; calling < load.calls(); calling++) {
            CompletableFuture<Object> unused = retry.callAsync(new Waiter(calling));
        }
        double heapMegabytes = Math.max(0, Heap.liveMegabytes() - heapBefore);
        long waited = waiting.getCount();
        int timersBefore = timerThreads();
        long patienceMillis = load.longest().plus(PATIENCE).toMillis();
        if (!waiting.await(patienceMillis, TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException(waiting.getCount() + " of " + load.calls()
                    + " calls had no second attempt within " + patienceMillis + " ms");
        }
        int timers = Math.max(timersBefore, timerThreads());
        return BackoffFigures.of(waited, timers, heapMegabytes, lateNanos);
    }

    private static int timerThreads() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(TIMER_THREAD))
                .count();
    }

    /** The work of one call. */
    private final class Waiter implements AsyncWork<Object> {
        private final int index;

        Waiter(int index) {
            this.index = index;
        }

        @Override
        public CompletionStage<Object> start(Attempt attempt) {
            if (!attempt.isRetry()) {
                return failed;
            }
            lateNanos[index] = System.nanoTime() - dueNanos[index];
            waiting.countDown();
            return succeeded;
        }
    }

    /** Real time, which notes when the current call is due as its alarm is set. */
    private final class NotingTime implements Time {
        private final Time system = Time.system();

        @Override
        public long nanoTime() {
            return system.nanoTime();
        }

        @Override
        public void sleep(long nanos) throws InterruptedException {
            system.sleep(nanos);
        }

        @Override
        public Alarm alarm(long delayNanos, Runnable task) {
            dueNanos[calling] = system.nanoTime() + delayNanos;
            return system.alarm(delayNanos, task);
        }
    }
}
