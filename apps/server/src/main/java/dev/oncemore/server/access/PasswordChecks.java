package dev.oncemore.server.access;

import dev.oncemore.server.web.Refusal;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Checks passwords on threads of their own. A check is slow on purpose: on the threads of requests, which nothing preempts, a
 * few of them would leave no time for anything else. Known browsers go first, and one client cannot take every place.
 */
final class PasswordChecks {
    private static final int WAITING_MAX = 32;
    private static final int PER_CLIENT_MAX = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final int THREADS = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    private final ThreadPoolExecutor threads;
    private final AtomicLong order = new AtomicLong();
    private final Map<String, Integer> byClient = new HashMap<>();
    private int known;
    private int unknown;

    PasswordChecks() {
        threads = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE.toMillis(), TimeUnit.MILLISECONDS, new PriorityBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "oncemore-password");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /** Runs a check as soon as it is its turn; one too many is refused at once. */
    <T> T run(LoginThrottle.Attempt attempt, Callable<T> check) {
        boolean isKnown = attempt.browser().isPresent();
        enter(isKnown, attempt.client());
        try {
            Check<T> task = new Check<>(check, isKnown, order.getAndIncrement());
            threads.execute(task);
            try {
                return task.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                task.cancel(false);
                threads.remove(task);
                throw tooMany();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw tooMany();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            throw new IllegalStateException("a password could not be checked", e.getCause());
        } finally {
            leave(isKnown, attempt.client());
        }
    }

    private synchronized void enter(boolean isKnown, String client) {
        int ofClient = byClient.getOrDefault(client, 0);
        if (isKnown ? known >= WAITING_MAX : unknown >= WAITING_MAX || ofClient >= PER_CLIENT_MAX) {
            throw tooMany();
        }
        if (isKnown) {
            known++;
        } else {
            unknown++;
            byClient.put(client, ofClient + 1);
        }
    }

    private synchronized void leave(boolean isKnown, String client) {
        if (isKnown) {
            known--;
        } else {
            unknown--;
            byClient.computeIfPresent(client, (name, count) -> count == 1 ? null : count - 1);
        }
    }

    private static Refusal tooMany() {
        return Refusal.tooMany("too many logins at the moment; wait", Duration.ofSeconds(1));
    }

    /** Known browsers before others, and each in the order in which they came. */
    private static final class Check<T> extends FutureTask<T> implements Comparable<Check<?>> {
        private final boolean isKnown;
        private final long number;

        Check(Callable<T> check, boolean isKnown, long number) {
            super(check);
            this.isKnown = isKnown;
            this.number = number;
        }

        @Override
        public int compareTo(Check<?> other) {
            return isKnown == other.isKnown ? Long.compare(number, other.number) : isKnown ? -1 : 1;
        }
    }
}
