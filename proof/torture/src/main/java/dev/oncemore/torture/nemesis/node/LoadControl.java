package dev.oncemore.torture.nemesis.node;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** Controls a node's load: which round's keys it uses, how long effects last, and whether it may begin requests. */
final class LoadControl {
    private static final int STEP_MILLIS = 40;
    private static final int LONG_ONES_IN = 5;
    private static final int LONG_STEPS_MAX = 50;
    private static final int VERY_LONG_ONES_IN = 20;
    private static final int VERY_LONG_STEPS = 150;
    private static final int SHORT_MILLIS_MAX = 15;
    private static final int PAUSE_MILLIS_MAX = 40;

    private final AtomicInteger underWay = new AtomicInteger();
    private volatile int round;
    private volatile boolean calm;

    void begin(int nextRound) {
        round = nextRound;
        calm = false;
    }

    void calmDown() {
        calm = true;
    }

    boolean isCalm() {
        return calm;
    }

    int round() {
        return round;
    }

    /** Whether a request may begin now; it must {@link #leave} then. */
    boolean enter() {
        underWay.incrementAndGet();
        if (round == 0 || calm) {
            underWay.decrementAndGet();
            return false;
        }
        return true;
    }

    void leave() {
        underWay.decrementAndGet();
    }

    /** Whether no request is under way and none may begin. */
    boolean isQuiet() {
        return calm && underWay.get() == 0;
    }

    /**
     * Sleeps for the duration of an effect: mostly a moment, sometimes longer than a lease. It counts steps instead of time, so
     * that a stopped process keeps running for a while after it resumes and can still learn that it lost its claim.
     */
    void last(Random random, BooleanSupplier isLost) {
        if (random.nextInt(LONG_ONES_IN) > 0) {
            Pauses.millis(random.nextInt(SHORT_MILLIS_MAX));
            return;
        }
        int steps = random.nextInt(VERY_LONG_ONES_IN) == 0 ? VERY_LONG_STEPS : random.nextInt(LONG_STEPS_MAX);
        for (int i = 0; i < steps && !calm && !isLost.getAsBoolean(); i++) {
            Pauses.millis(STEP_MILLIS);
        }
    }

    void pauseBetweenRequests(Random random) {
        Pauses.millis(5 + random.nextInt(PAUSE_MILLIS_MAX));
    }
}
