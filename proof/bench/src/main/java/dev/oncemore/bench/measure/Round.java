package dev.oncemore.bench.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One turn of one subject: a number of callers that make calls until the time is over. */
public final class Round {
    /** How much longer than planned the last calls may take before the round fails. */
    private static final long PATIENCE_SECONDS = 60;

    private static final int CALLERS_TO_PREPARE = 64;

    private final Subject subject;
    private final long lengthNanos;
    private final List<Caller> callers = new ArrayList<>();
    private final CountDownLatch start = new CountDownLatch(1);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile long startNanos;

    private Round(Subject subject, int callerCount, Keys keys, Duration length) {
        this.subject = subject;
        lengthNanos = length.toNanos();
        for (int i = 0; i < callerCount; i++) {
            callers.add(new Caller(keys.ofNextCaller()));
        }
    }

    /** Runs a round and measures it. */
    public static RoundResult measure(Subject subject, int callers, Keys keys, Duration length) {
        return new Round(subject, callers, keys, length).run();
    }

    /** Makes a call for each key on many threads, without measuring. */
    public static void each(List<String> keys, Subject.MeasuredCall call) {
        Queue<String> left = new ConcurrentLinkedQueue<>(keys);
        Subject preparation = Subject.of("the preparation", key -> {
            for (String next = left.poll(); next != null; next = left.poll()) {
                call.run(next);
            }
        });
        // Without a time limit: each caller makes one call, which ends when no keys are left.
        measure(preparation, CALLERS_TO_PREPARE, Keys.none(), Duration.ofNanos(1));
    }

    private RoundResult run() {
        subject.prepare().run();
        callers.forEach(Thread::start);
        CpuTime before = CpuTime.now();
        startNanos = System.nanoTime();
        start.countDown();
        long calls = 0;
        for (Caller caller : callers) {
            calls += caller.awaitCalls();
        }
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        CpuTime cpu = CpuTime.now().since(before);
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new MeasuringException("a call of " + subject.name() + " failed: " + thrown, thrown);
        }
        return new RoundResult(calls, seconds, cpu);
    }

    /** A platform thread, as in most servers. */
    private final class Caller extends Thread {
        private final Supplier<String> keys;
        private long calls;

        Caller(Supplier<String> keys) {
            super("caller of " + subject.name());
            this.keys = keys;
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                start.await();
                long from = startNanos;
                do {
                    subject.call().run(keys.get());
                    calls++;
                } while (System.nanoTime() - from < lengthNanos && failure.get() == null);
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
            }
        }

        long awaitCalls() {
            try {
                join(TimeUnit.NANOSECONDS.toMillis(lengthNanos) + TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
            } catch (InterruptedException e) {
                throw new MeasuringException("interrupted", e);
            }
            if (isAlive()) {
                throw new MeasuringException("a call of " + subject.name() + " does not end", null);
            }
            return calls;
        }
    }
}
