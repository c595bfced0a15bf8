package dev.oncemore.lab.sim;

import java.time.Duration;
import java.util.SplittableRandom;

/** A fixed number of clients, each of which calls, waits for the end, thinks for a while, and calls again. */
public final class ClosedLoop {
    private final Timeline timeline;
    private final SimulatedCaller caller;
    private final double meanThinkNanos;
    private final long endNanos;
    private final SplittableRandom random;
    private final Client[] clients;
    private int satisfied;
    private double allSatisfiedSeconds;
    private long alarmedNanos = Long.MAX_VALUE;

    /**
     * Clients of one caller.
     *
     * @param count how many
     * @param think how long each waits in the mean before it calls again
     * @param end when the last call may begin
     */
    public ClosedLoop(
            Timeline timeline,
            SimulatedCaller caller,
            int count,
            Duration think,
            Duration end,
            SplittableRandom random) {
        this.timeline = timeline;
        this.caller = caller;
        meanThinkNanos = think.toNanos();
        endNanos = end.toNanos();
        this.random = random;
        clients = new Client[count];
        for (int i = 0; i < count; i++) {
            clients[i] = new Client();
        }
    }

    /** Lets all clients think, and then call. */
    public void start() {
        for (Client client : clients) {
            client.think();
        }
    }

    /** Lets all clients that are not calling do so at this moment: each has lost its connection. */
    public void callAllAt(Duration moment) {
        timeline.at(
                moment.toNanos(),
                code -> {
                    alarmedNanos = timeline.nanoTime();
                    for (Client client : clients) {
                        client.callNow();
                    }
                },
                0);
    }

    /** The share of clients with a success after {@link #callAllAt}. */
    public double satisfiedShare() {
        return (double) satisfied / clients.length;
    }

    /** When the last client had its success after {@link #callAllAt}, in seconds; 0 if some never had. */
    public double allSatisfiedSeconds() {
        return allSatisfiedSeconds;
    }

    private final class Client implements TimelineEvent, SimulatedCall.CallEnd {
        private int turn;
        private boolean isCalling;
        private boolean isSatisfied;

        void think() {
            long at = timeline.nanoTime() + (long) (-meanThinkNanos * StrictMath.log(1 - random.nextDouble()));
            if (at < endNanos) {
                timeline.at(at, this, ++turn);
            }
        }

        @Override
        public boolean isStale(int code) {
            return code != turn;
        }

        @Override
        public void fire(int code) {
            if (code == turn) {
                callNow();
            }
        }

        void callNow() {
            if (!isCalling) {
                turn++;
                isCalling = true;
                SimulatedCall unused = caller.call(this);
            }
        }

        @Override
        public void ended(SimulatedCall call, boolean succeeded) {
            isCalling = false;
            if (succeeded && !isSatisfied && timeline.nanoTime() >= alarmedNanos) {
                isSatisfied = true;
                if (++satisfied == clients.length) {
                    allSatisfiedSeconds = timeline.nanoTime() / 1e9;
                }
            }
            think();
        }
    }
}
