package dev.oncemore.torture.nemesis;

import java.util.Random;

/** The kills and pauses that are left in a round, shared by all nodes. */
final class Quota {
    private int kills;
    private int pauses;
    private final long endNanos;

    Quota(int kills, int pauses, long endNanos) {
        this.kills = kills;
        this.pauses = pauses;
        this.endNanos = endNanos;
    }

    /** The next fault for a node. */
    enum Strike {
        KILL,
        PAUSE,
        NONE
    }

    synchronized Strike next(Random random) {
        int left = kills + pauses;
        if (left == 0 || System.nanoTime() - endNanos > 0) {
            return Strike.NONE;
        }
        if (random.nextInt(left) < kills) {
            kills--;
            return Strike.KILL;
        }
        pauses--;
        return Strike.PAUSE;
    }

    /** Returns a fault that had no effect, so that it is made again. */
    synchronized void giveBack(Strike strike) {
        if (strike == Strike.KILL) {
            kills++;
        } else if (strike == Strike.PAUSE) {
            pauses++;
        }
    }
}
