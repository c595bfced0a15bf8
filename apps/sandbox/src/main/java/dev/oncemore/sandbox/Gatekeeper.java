package dev.oncemore.sandbox;

import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Decides whether a request is served, locked out, rate-limited or gets a fault. */
final class Gatekeeper {
    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final SandboxSettings settings;
    private final Time time;
    private final SplittableRandom random;
    private Faults faults;
    private boolean locked;
    private long lockedUntilNanos;
    private long windowStartNanos;
    private int inWindow;

    Gatekeeper(SandboxSettings settings, Time time) {
        this.settings = settings;
        this.time = time;
        this.random = new SplittableRandom(settings.seed());
        this.faults = settings.faults();
        this.windowStartNanos = time.nanoTime();
    }

    synchronized Faults faults() {
        return faults;
    }

    synchronized void faults(Faults other) {
        faults = other;
        locked = false;
    }

    /**
     * The state of the rate limit.
     *
     * @param limit requests per minute
     * @param remaining how many of them are left
     * @param resetSeconds the seconds until all of them are available again
     */
    record Rate(int limit, int remaining, long resetSeconds) {}

    /**
     * The decision about a request.
     *
     * @param fault the fault; empty when the request is served
     * @param rate the state of the rate limit; empty when there is no limit
     */
    record Fate(Optional<Fault> fault, Optional<Rate> rate) {}

    synchronized Fate next() {
        long now = time.nanoTime();
        if (locked && lockedUntilNanos - now > 0) {
            return new Fate(Optional.of(Fault.LOCK_OUT), Optional.empty());
        }
        locked = false;
        Optional<Rate> rate = settings.perMinute().map(limit -> count(limit, now));
        if (rate.isPresent() && inWindow > rate.get().limit()) {
            return new Fate(Optional.of(Fault.TOO_MANY), rate);
        }
        Optional<Fault> fault = faults.at(random.nextDouble());
        if (fault.isPresent() && fault.get() == Fault.LOCK_OUT) {
            locked = true;
            lockedUntilNanos = now + settings.lockOut().toNanos();
        }
        return new Fate(fault, rate);
    }

    private Rate count(int limit, long now) {
        if (now - windowStartNanos >= MINUTE_NANOS) {
            windowStartNanos = now;
            inWindow = 0;
        }
        inWindow++;
        long leftNanos = MINUTE_NANOS - (now - windowStartNanos);
        long resetSeconds = Duration.ofNanos(leftNanos).plusNanos(999_999_999).toSeconds();
        return new Rate(limit, Math.max(0, limit - inWindow), resetSeconds);
    }
}
