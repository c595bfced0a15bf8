package dev.oncemore.once;

import dev.oncemore.once.record.Extension;
import dev.oncemore.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Renews a lease three times before it runs out, while the effect runs; tells the claim when it has been lost. */
final class Heartbeat {
    private static final Logger LOG = System.getLogger("dev.oncemore.once");

    private final OnceSettings settings;
    private final BatchedVerbs store;
    private final Claim claim;
    private final long pauseNanos;
    private Time.@Nullable Alarm alarm;
    private boolean stopped;

    Heartbeat(OnceSettings settings, BatchedVerbs store, Claim claim) {
        this.settings = settings;
        this.store = store;
        this.claim = claim;
        pauseNanos = settings.lease.toNanos() / 3;
    }

    synchronized void start() {
        if (!stopped) {
            alarm = settings.time.alarm(pauseNanos, () -> settings.executor.execute(this::beat));
        }
    }

    synchronized void stop() {
        stopped = true;
        if (alarm != null) {
            alarm.cancel();
        }
    }

    private void beat() {
        synchronized (this) {
            if (stopped) {
                return;
            }
        }
        try {
            Duration lease = settings.lease;
            if (!store.extend(new Extension(claim.key(), claim.fence(), lease))) {
                loseUnlessStopped();
                return;
            }
        } catch (RuntimeException e) {
            // The next beat may get through; if none does, the lease ends and somebody else takes over.
            LOG.log(Level.WARNING, "no heartbeat for " + claim.key() + " got through", e);
        }
        start();
    }

    /** An effect that ended meanwhile is settled, which looks the same to the store as a lost lease. */
    private void loseUnlessStopped() {
        synchronized (this) {
            if (stopped) {
                return;
            }
        }
        claim.lose();
    }
}
