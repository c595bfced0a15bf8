package dev.oncemore.lab.sim;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Users who come by themselves, at a rate that does not depend on how the calls before them went. */
public final class OpenLoop implements TimelineEvent {
    private final Timeline timeline;
    private final List<SimulatedCaller> callers;
    private final double meanGapNanos;
    private final long endNanos;
    private final SplittableRandom random;
    private final SimulatedCall.@Nullable CallEnd whenEnded;

    /**
     * Users who arrive at random, each independent of the others.
     *
     * @param callers the processes that they reach, each as likely as the others
     * @param perSecond how many arrive in the mean
     * @param end when the last may arrive
     */
    public OpenLoop(
            Timeline timeline,
            List<SimulatedCaller> callers,
            double perSecond,
            Duration end,
            SplittableRandom random,
            SimulatedCall.@Nullable CallEnd whenEnded) {
        this.timeline = timeline;
        this.callers = List.copyOf(callers);
        this.meanGapNanos = 1e9 / perSecond;
        this.endNanos = end.toNanos();
        this.random = random;
        this.whenEnded = whenEnded;
    }

    /** Lets the first user come. */
    public void start() {
        next();
    }

    @Override
    public void fire(int code) {
        SimulatedCaller caller = callers.get(callers.size() == 1 ? 0 : random.nextInt(callers.size()));
        SimulatedCall unused = caller.call(whenEnded);
        next();
    }

    private void next() {
        long at = timeline.nanoTime() + (long) (-meanGapNanos * StrictMath.log(1 - random.nextDouble()));
        if (at < endNanos) {
            timeline.at(at, this, 0);
        }
    }
}
