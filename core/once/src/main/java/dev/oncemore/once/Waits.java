package dev.oncemore.once;

import dev.oncemore.once.fingerprint.Fingerprint;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Callers that wait for another caller's effect, possibly thousands.
 *
 * <ol>
 *   <li>Of all callers in this process that wait for one key, one leads: it polls the store, and does so at once when
 *       the effect ends in this process. The others follow, holding no connection.
 *   <li>The leader shares what it reads with the followers. If it is an outcome, they return it.
 *   <li>If the leader takes over the effect itself, or its time is up, the first follower leads.
 * </ol>
 */
final class Waits {
    private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(5).toNanos();
    private static final long LONGEST_PAUSE_NANOS = Duration.ofMillis(250).toNanos();

    private final Time time;
    private final Map<Key, Group> groups = new HashMap<>();

    Waits(Time time) {
        this.time = time;
    }

    /** Returns the last answer: anything but "running", or "running" after the time is up. */
    Claims.Answer await(
            NewClaim claim, boolean takesOver, Claims.Answer first, Duration atMost, Supplier<Claims.Answer> ask)
            throws InterruptedException {
        Key key = claim.key();
        long endNanos = time.nanoTime() + atMost.toNanos();
        Claims.Answer answer = first;
        while (answer instanceof Claims.Running && endNanos - time.nanoTime() > 0) {
            Group group;
            boolean leads;
            synchronized (groups) {
                group = groups.computeIfAbsent(key, absent -> new Group());
                leads = !group.led;
                group.led = true;
            }
            Claims.Answer learnt =
                    leads ? lead(key, group, endNanos, ask) : follow(group, claim.fingerprint(), takesOver, endNanos);
            answer = learnt == null ? answer : learnt;
        }
        return answer;
    }

    /** Called when an effect ended here: the leader of its waiters polls at once. */
    void ended(Key key) {
        synchronized (groups) {
            Group group = groups.get(key);
            if (group != null) {
                group.nudge.complete(null);
            }
        }
    }

    /** The number of keys with waiters. */
    int size() {
        synchronized (groups) {
            return groups.size();
        }
    }

    private Claims.@Nullable Answer lead(Key key, Group group, long endNanos, Supplier<Claims.Answer> ask)
            throws InterruptedException {
        Claims.Answer answer = null;
        try {
            long pause = FIRST_PAUSE_NANOS;
            long left = endNanos - time.nanoTime();
            while (left > 0 && (answer == null || answer instanceof Claims.Running)) {
                pause(group, Math.min(pause, left));
                answer = ask.get();
                pause = Math.min(LONGEST_PAUSE_NANOS, pause * 2);
                left = endNanos - time.nanoTime();
            }
            return answer;
        } finally {
            synchronized (groups) {
                groups.remove(key, group);
            }
            group.told.complete(answer);
        }
    }

    private void pause(Group group, long nanos) throws InterruptedException {
        CompletableFuture<Void> nudge;
        synchronized (groups) {
            nudge = group.nudge;
        }
        wait(nudge, nanos);
        synchronized (groups) {
            group.nudge = nudge.isDone() ? new CompletableFuture<>() : nudge;
        }
    }

    /** Returns an outcome to use, or null to look again. */
    private Claims.@Nullable Answer follow(Group group, Fingerprint fingerprint, boolean takesOver, long endNanos)
            throws InterruptedException {
        wait(group.told, endNanos - time.nanoTime());
        Claims.Answer told = group.told.getNow(null);
        // A leader that parks unknown outcomes does not decide for a call that takes them over.
        OnceRecord record = told instanceof Claims.Settled settled
                ? settled.record()
                : told instanceof Claims.Parked parked && !takesOver ? parked.record() : null;
        return record != null && record.fingerprint().equals(fingerprint) ? told : null;
    }

    /** Waits until the future completes or the time is up; the alarm completes a copy, never the shared future. */
    private void wait(CompletableFuture<?> future, long nanos) throws InterruptedException {
        CompletableFuture<Object> waiting = future.handle((value, failure) -> this);
        Time.Alarm alarm = time.alarm(nanos, () -> waiting.complete(this));
        try {
            waiting.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a wait never completes exceptionally", e);
        } finally {
            alarm.cancel();
        }
    }

    /** The waiters of one key. */
    private static final class Group {
        final CompletableFuture<Claims.@Nullable Answer> told = new CompletableFuture<>();
        /** Guarded by the groups. */
        CompletableFuture<Void> nudge = new CompletableFuture<>();

        boolean led;
    }
}
