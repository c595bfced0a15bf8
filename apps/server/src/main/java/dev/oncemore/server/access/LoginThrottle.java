package dev.oncemore.server.access;

import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Slows down guessing of passwords: after a few wrong ones for a name, each further one costs twice the wait of the one
 * before. A right password clears it. Names are kept up to a bound, the longest unused ones are forgotten first.
 */
final class LoginThrottle {
    private static final int FREE_TRIES = 5;
    private static final int DOUBLINGS_MAX = 10;
    private static final int NAMES_MAX = 10_000;
    private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

    private record Tries(int wrong, long lastNanos) {}

    private final Time time;
    private final Map<String, Tries> tries = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Tries> eldest) {
            return size() > NAMES_MAX;
        }
    };

    LoginThrottle(Time time) {
        this.time = time;
    }

    /** How long to wait before the next try of this name; empty when there is no wait. */
    synchronized Optional<Duration> wait(String name) {
        Tries before = tries.get(name);
        if (before == null || before.wrong() < FREE_TRIES) {
            return Optional.empty();
        }
        int doublings = Math.min(DOUBLINGS_MAX, before.wrong() - FREE_TRIES);
        long waitNanos = FIRST_WAIT.toNanos() << doublings;
        long leftNanos = waitNanos - (time.nanoTime() - before.lastNanos());
        return leftNanos > 0 ? Optional.of(Duration.ofNanos(leftNanos)) : Optional.empty();
    }

    synchronized void wrong(String name) {
        Tries before = tries.get(name);
        tries.put(name, new Tries(before == null ? 1 : before.wrong() + 1, time.nanoTime()));
    }

    synchronized void right(String name) {
        tries.remove(name);
    }
}
