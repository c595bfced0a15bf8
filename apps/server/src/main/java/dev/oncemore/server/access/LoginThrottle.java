package dev.oncemore.server.access;

import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Slows down guessing of passwords. Wrong ones are counted for a name and client, and more generously for a name from all
 * clients: above a bound each further try costs twice the wait of the one before. A browser that the account has used before is
 * counted by itself, so that strangers cannot lock the owner out.
 *
 * <p>Memory is bounded: names are checked before they are counted, and above a number of counters the least recently used one
 * is dropped.
 */
final class LoginThrottle {
    private static final int KEPT_MAX = 10_000;
    private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
    private static final Duration FORGOTTEN = Duration.ofHours(24);

    /** Up to 17 minutes for one client, and up to a minute for all of them together. */
    private static final Limit ONE_CLIENT = new Limit(5, 10);

    private static final Limit ALL_CLIENTS = new Limit(50, 6);

    private record Limit(int freeTries, int doublingsMax) {}

    private record Tries(int wrong, long lastNanos) {}

    /** What is tried: a name, from a client or from a browser that the account has used. */
    record Attempt(String name, String client, Optional<String> browser) {
        private String own() {
            return browser.map(hash -> "browser " + hash).orElse("client " + name + " " + client);
        }

        private String all() {
            return "name " + name;
        }
    }

    private final Time time;
    private final Map<String, Tries> tries = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Tries> eldest) {
            return size() > KEPT_MAX;
        }
    };

    LoginThrottle(Time time) {
        this.time = time;
    }

    /** How long to wait before the next try; empty when there is no wait. */
    synchronized Optional<Duration> wait(Attempt attempt) {
        long own = waitNanos(attempt.own(), ONE_CLIENT);
        long all = attempt.browser().isPresent() ? 0 : waitNanos(attempt.all(), ALL_CLIENTS);
        long waitNanos = Math.max(own, all);
        return waitNanos > 0 ? Optional.of(Duration.ofNanos(waitNanos)) : Optional.empty();
    }

    private long waitNanos(String key, Limit limit) {
        Tries before = tries.get(key);
        if (before == null || before.wrong() < limit.freeTries()) {
            return 0;
        }
        long passedNanos = time.nanoTime() - before.lastNanos();
        if (passedNanos > FORGOTTEN.toNanos()) {
            tries.remove(key);
            return 0;
        }
        int doublings = Math.min(limit.doublingsMax(), before.wrong() - limit.freeTries());
        return (FIRST_WAIT.toNanos() << doublings) - passedNanos;
    }

    synchronized void wrong(Attempt attempt) {
        count(attempt.own());
        if (attempt.browser().isEmpty()) {
            count(attempt.all());
        }
    }

    private void count(String key) {
        Tries before = tries.get(key);
        tries.put(key, new Tries(before == null ? 1 : before.wrong() + 1, time.nanoTime()));
    }

    synchronized void right(Attempt attempt) {
        tries.remove(attempt.own());
        tries.remove(attempt.all());
    }

    synchronized int size() {
        return tries.size();
    }
}
