package dev.oncemore.desk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Two acts of which the first stops before one of its statements until the second is about to execute one of its own. */
final class Meeting {
    private static final long TIMEOUT_SECONDS = 60;

    private volatile @Nullable Stop stop;

    /** What is awaited of whom. */
    private record Stop(
            Thread first,
            String before,
            CountDownLatch stopped,
            CountDownLatch goOn,
            String reaching,
            CountDownLatch reached) {}

    /** Told of each statement before it is executed, on its thread. */
    void statement(String sql) {
        Stop now = stop;
        if (now == null) {
            return;
        }
        if (Thread.currentThread().equals(now.first())) {
            if (sql.contains(now.before()) && now.stopped().getCount() > 0) {
                now.stopped().countDown();
                await(now.goOn());
            }
        } else if (sql.contains(now.reaching()) && now.stopped().getCount() == 0) {
            now.reached().countDown();
        }
    }

    /** Runs both, and returns what each returned or threw. */
    List<Object> of(String before, Callable<?> first, String reaching, Callable<?> second) throws Exception {
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch reached = new CountDownLatch(1);
        AtomicReference<@Nullable Object> early = new AtomicReference<>();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<Object> one = threads.submit(() -> {
                stop = new Stop(Thread.currentThread(), before, stopped, goOn, reaching, reached);
                Object end = ended(first);
                if (stopped.getCount() > 0) {
                    early.set(end);
                    stopped.countDown();
                }
                return end;
            });
            await(stopped);
            assertThat(early.get()).as("the first ended before it stopped").isNull();
            Future<Object> other = threads.submit(() -> ended(second));
            await(reached);
            goOn.countDown();
            return List.of(one.get(TIMEOUT_SECONDS, TimeUnit.SECONDS), other.get(TIMEOUT_SECONDS, TimeUnit.SECONDS));
        } finally {
            goOn.countDown();
            stop = null;
            threads.shutdownNow();
        }
    }

    private static Object ended(Callable<?> act) {
        try {
            return act.call();
        } catch (Exception e) {
            return e;
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
