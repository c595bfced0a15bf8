package dev.oncemore.lab.sim;

import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.SteppedCall;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A process that calls a destination under a policy: its budget, breaker and limiters are shared by all its calls. */
public final class SimulatedCaller {
    final Timeline timeline;
    final Destination destination;
    final CallFigures figures;
    final Safety safety;
    /** How long its calls may take; {@link SteppedCall#NEVER} without a limit. */
    final long deadlineNanos;

    private final Retry engine;

    /**
     * A caller with an engine of its own.
     *
     * @param random for the jitter
     */
    public SimulatedCaller(
            Timeline timeline,
            RetryPolicy policy,
            Safety safety,
            Destination destination,
            CallFigures figures,
            SplittableRandom random) {
        this.timeline = timeline;
        this.safety = safety;
        this.destination = destination;
        this.figures = figures;
        deadlineNanos = policy.deadline().map(Duration::toNanos).orElse(SteppedCall.NEVER);
        engine = Retry.builder(policy)
                .time(timeline)
                .random(random)
                .executor(Runnable::run)
                .build();
    }

    /** Begins a call of a user now. */
    public SimulatedCall call(SimulatedCall.@Nullable CallEnd whenEnded) {
        return begin(SteppedCall.of(engine, safety), null, whenEnded);
    }

    /**
     * Begins a call inside another one.
     *
     * @param remainingNanos the time the outer call has left; {@link SteppedCall#NEVER} if nobody told
     * @param isOwned whether an outer layer owns the retries
     */
    SimulatedCall callWithin(
            SimulatedCall outer, long remainingNanos, boolean isOwned, SimulatedCall.@Nullable CallEnd whenEnded) {
        return begin(SteppedCall.within(engine, safety, remainingNanos, isOwned), outer, whenEnded);
    }

    private SimulatedCall begin(
            SteppedCall steps, @Nullable SimulatedCall outer, SimulatedCall.@Nullable CallEnd whenEnded) {
        long now = timeline.nanoTime();
        figures.called(now);
        SimulatedCall call = new SimulatedCall(this, steps, outer, whenEnded, now);
        call.first();
        return call;
    }
}
