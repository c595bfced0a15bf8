package dev.oncemore.lab.sim;

import dev.oncemore.retry.SteppedCall;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A service between callers and a dependency: it works for a moment, calls on under a policy of its own, and answers. */
public final class ServiceLayer implements Destination {
    private final Timeline timeline;
    private final @Nullable ServiceTime work;
    private final SimulatedCaller next;
    private final boolean tellsDeadline;
    private final boolean tellsOwner;
    private final SplittableRandom random;
    private long longestNanos;

    /**
     * A layer in front of others.
     *
     * @param work how long it works before it calls on; null for not at all
     * @param next how it calls on
     * @param tellsDeadline whether the remaining time reaches the next call, and ends it
     * @param tellsOwner whether the next call knows that an outer layer retries, and makes one attempt
     */
    public ServiceLayer(
            Timeline timeline,
            @Nullable ServiceTime work,
            SimulatedCaller next,
            boolean tellsDeadline,
            boolean tellsOwner,
            SplittableRandom random) {
        this.timeline = timeline;
        this.work = work;
        this.next = next;
        this.tellsDeadline = tellsDeadline;
        this.tellsOwner = tellsOwner;
        this.random = random;
    }

    @Override
    public void receive(SimulatedCall call, int ticket, long remainingNanos) {
        if (work == null) {
            callOn(call, ticket, remainingNanos);
            return;
        }
        long took = work.drawNanos(random);
        if (tellsDeadline && took >= remainingNanos) {
            noteWork(call, timeline.nanoTime() + remainingNanos);
            return; // it stops when the caller's time is up
        }
        timeline.at(timeline.nanoTime() + took, code -> callOn(call, ticket, remainingNanos - took), 0);
    }

    private void callOn(SimulatedCall call, int ticket, long remainingNanos) {
        noteWork(call, timeline.nanoTime());
        SimulatedCall unused = next.callWithin(
                call, tellsDeadline ? remainingNanos : SteppedCall.NEVER, tellsOwner, (inner, succeeded) -> {
                    noteWork(call, timeline.nanoTime());
                    call.answer(ticket, succeeded ? Reply.OK : failure(inner));
                });
    }

    private static Reply failure(SimulatedCall inner) {
        return inner.gaveUpFacts().mayHaveHappened() ? Reply.IN_DOUBT : Reply.GAVE_UP;
    }

    private void noteWork(SimulatedCall call, long nanos) {
        longestNanos = Math.max(longestNanos, nanos - call.originNanos());
    }

    /** The longest time after the beginning of a user's call at which this layer still worked for it, in seconds. */
    public double longestWorkSeconds() {
        return longestNanos / 1e9;
    }
}
