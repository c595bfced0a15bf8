package dev.oncemore.once;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordLockedException;
import dev.oncemore.once.record.RecordStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Renews the leases of all running effects, each three times before it expires, and marks lost claims.
 *
 * <p>One alarm serves them all, and fires twice as often as a lease is renewed while anything runs: most effects end
 * long before, and an alarm for each would wake the timer's thread each time.
 */
final class Heartbeats {
    private static final Logger LOG = System.getLogger("dev.oncemore.once");
    private static final int BATCH_MAX = 256;

    private final OnceSettings settings;
    private final RecordStore store;
    private final long pauseNanos;
    private final Set<Beat> running = ConcurrentHashMap.newKeySet();
    private volatile boolean ticking;

    Heartbeats(OnceSettings settings, RecordStore store) {
        this.settings = settings;
        this.store = store;
        pauseNanos = settings.lease.toNanos() / 3;
    }

    /** Renews this claim's lease until it is stopped. */
    Beat start(Claim claim) {
        return start(claim, settings.time.nanoTime());
    }

    /** As {@link #start(Claim)}, for a lease that the store may have granted as early as this. */
    Beat start(Claim claim, long leasedNanos) {
        Beat beat = new Beat(claim, leasedNanos, leasedNanos + pauseNanos);
        running.add(beat);
        if (!ticking) {
            ensureTicking();
        }
        return beat;
    }

    void stop(Beat beat) {
        running.remove(beat);
    }

    /** Starts the one chain of ticks. A start that raced with the end of a tick finds it scheduled already. */
    private synchronized void ensureTicking() {
        if (!ticking) {
            scheduleUnlessIdle();
        }
    }

    /** A beat added meanwhile is either seen here, or its start sees that nothing ticks. */
    private synchronized void scheduleUnlessIdle() {
        ticking = false;
        if (!running.isEmpty()) {
            settings.time.alarm(pauseNanos / 2, this::tickElsewhere);
            ticking = true;
        }
    }

    private void tickElsewhere() {
        try {
            settings.executor.execute(this::tick);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "heartbeats cannot be sent: the executor rejected them", e);
            scheduleUnlessIdle();
        }
    }

    private void tick() {
        try {
            ArrayDeque<Beat> due = new ArrayDeque<>();
            long now = settings.time.nanoTime();
            running.forEach(beat -> {
                if (now - beat.dueNanos >= 0) {
                    due.add(beat);
                }
            });
            while (!due.isEmpty()) {
                send(takeBatch(due), now);
            }
        } finally {
            scheduleUnlessIdle();
        }
    }

    /** Takes each key once per batch: a deposed owner that is unaware of it may still run here beside the new one. */
    private static List<Beat> takeBatch(ArrayDeque<Beat> due) {
        List<Beat> batch = new ArrayList<>();
        Set<Key> keys = new HashSet<>();
        for (int left = due.size(); left > 0 && batch.size() < BATCH_MAX; left--) {
            Beat beat = due.remove();
            if (keys.add(beat.claim.key())) {
                batch.add(beat);
            } else {
                due.add(beat);
            }
        }
        return batch;
    }

    private void send(List<Beat> beats, long now) {
        List<RecordExtension> extensions = new ArrayList<>(beats.size());
        for (Beat beat : beats) {
            extensions.add(new RecordExtension(beat.claim.key(), beat.claim.fence(), settings.lease));
        }
        try {
            List<Boolean> answers = store.extend(extensions);
            for (int i = 0; i < beats.size(); i++) {
                Beat beat = beats.get(i);
                if (answers.get(i)) {
                    beat.renewedNanos = now;
                    beat.dueNanos = now + pauseNanos;
                } else if (running.remove(beat) && !beat.claim.hasEnded()) {
                    // An ended effect is settled, which looks like a lost lease to the store.
                    beat.claim.lose(settings.hooks);
                }
            }
        } catch (RecordLockedException e) {
            // It must not cost the others their leases. Its own may be renewed by the next one, if the transaction
            // rolls back.
            if (beats.size() > 1) {
                beats.forEach(beat -> send(List.of(beat), now));
            }
        } catch (RuntimeException e) {
            // The next one may succeed; if none does, the leases expire and another owner takes over.
            LOG.log(Level.WARNING, "the heartbeat of " + beats.size() + " running effects failed", e);
        }
    }

    /** The heartbeat of one running effect. */
    static final class Beat {
        private final Claim claim;
        /** Accessed only by ticks, one at a time. */
        private long dueNanos;
        /** When the last successful renewal was sent, or the heartbeat started. */
        private volatile long renewedNanos;

        private Beat(Claim claim, long startNanos, long dueNanos) {
            this.claim = claim;
            this.dueNanos = dueNanos;
            renewedNanos = startNanos;
        }

        long renewedNanos() {
            return renewedNanos;
        }
    }
}
