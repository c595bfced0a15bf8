package dev.oncemore.server.access;

import dev.oncemore.server.web.Refusal;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Checks passwords on threads of their own. A check is slow on purpose: on the threads of requests, which nothing preempts, a
 * few of them would leave no time for anything else. Known browsers go before others, but never take all turns; neither one
 * account in its known browsers nor one client can take every place.
 */
final class PasswordChecks {
    static final int PER_ACCOUNT_MAX = 4;
    static final int PER_CLIENT_MAX = 4;

    private static final int WAITING_MAX = 32;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final int THREADS = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    private final ThreadPoolExecutor threads;
    private final LoginTurns<FutureTask<?>> turns = new LoginTurns<>();
    /** How many checks each account has in known browsers, and each client in others. */
    private final Map<String, Integer> places = new HashMap<>();

    private int known;
    private int unknown;

    PasswordChecks() {
        this(THREADS);
    }

    PasswordChecks(int count) {
        threads = new ThreadPoolExecutor(
                count, count, IDLE.toMillis(), TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "oncemore-password");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /** Runs a check as soon as it is its turn; one too many is refused at once. */
    <T> T run(LoginThrottle.Attempt attempt, Callable<T> check) {
        boolean isKnown = attempt.browser().isPresent();
        enter(attempt, isKnown);
        try {
            FutureTask<T> task = new FutureTask<>(check);
            turns.add(isKnown, task);
            try {
                threads.execute(this::runNext);
                return task.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            } finally {
                // It still waits if nobody waits for it any more.
                turns.remove(isKnown, task);
            }
        } catch (TimeoutException e) {
            throw tooMany();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw tooMany();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            throw new IllegalStateException("a password could not be checked", e.getCause());
        } finally {
            leave(attempt, isKnown);
        }
    }

    private void runNext() {
        FutureTask<?> next = turns.poll();
        if (next != null) {
            next.run();
        }
    }

    private static String place(LoginThrottle.Attempt attempt, boolean isKnown) {
        return isKnown ? "account " + attempt.name() : "client " + attempt.client();
    }

    private synchronized void enter(LoginThrottle.Attempt attempt, boolean isKnown) {
        String place = place(attempt, isKnown);
        int taken = places.getOrDefault(place, 0);
        int all = isKnown ? known : unknown;
        if (all >= WAITING_MAX || taken >= (isKnown ? PER_ACCOUNT_MAX : PER_CLIENT_MAX)) {
            throw tooMany();
        }
        places.put(place, taken + 1);
        if (isKnown) {
            known++;
        } else {
            unknown++;
        }
    }

    private synchronized void leave(LoginThrottle.Attempt attempt, boolean isKnown) {
        places.computeIfPresent(place(attempt, isKnown), (name, count) -> count == 1 ? null : count - 1);
        if (isKnown) {
            known--;
        } else {
            unknown--;
        }
    }

    /** How many wait for their turn. */
    int waiting() {
        return turns.size();
    }

    private static Refusal tooMany() {
        return Refusal.tooMany("too many logins at the moment; wait", Duration.ofSeconds(1));
    }
}
