package dev.oncemore.lab.sim;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * One row under an optimistic lock: each attempt reads its version and writes if nobody else has meanwhile. The model of
 * the experiment in "Exponential Backoff And Jitter" (AWS Architecture Blog, 2015): messages take a normally distributed
 * time, the row itself none.
 */
public final class VersionedRecord implements Destination {
    private final Timeline timeline;
    private final double meanNanos;
    private final double deviationNanos;
    private final SplittableRandom random;
    private long version;
    private long conflicts;

    /** A row behind a network with this delay for each message. */
    public VersionedRecord(Timeline timeline, Duration mean, Duration deviation, SplittableRandom random) {
        this.timeline = timeline;
        this.meanNanos = mean.toNanos();
        this.deviationNanos = deviation.toNanos();
        this.random = random;
    }

    /** Writes that came too late. */
    public long conflicts() {
        return conflicts;
    }

    @Override
    public void receive(SimulatedCall call, int ticket, long remainingNanos) {
        timeline.at(timeline.nanoTime() + messageNanos(), new Visit(call, ticket), Visit.READ);
    }

    private long messageNanos() {
        return (long) Math.max(0, meanNanos + deviationNanos * random.nextGaussian());
    }

    private final class Visit implements TimelineEvent {
        private static final int READ = 0;
        private static final int WRITE = 1;

        private final SimulatedCall call;
        private final int ticket;
        private long seen;

        Visit(SimulatedCall call, int ticket) {
            this.call = call;
            this.ticket = ticket;
        }

        @Override
        public void fire(int code) {
            long now = timeline.nanoTime();
            if (code == READ) {
                seen = version;
                timeline.at(now + messageNanos() + messageNanos(), this, WRITE);
                return;
            }
            boolean isFirst = seen == version;
            version += isFirst ? 1 : 0;
            conflicts += isFirst ? 0 : 1;
            call.answerAt(ticket, now + messageNanos(), isFirst ? Reply.OK : Reply.ERROR);
        }
    }
}
