package dev.oncemore.lab.sim;

import dev.oncemore.retry.GaveUp;
import dev.oncemore.retry.SteppedCall;
import org.jspecify.annotations.Nullable;

/**
 * One call of a simulated caller, from its first attempt to its end. It is its own event, so that a call costs one object
 * and an attempt none.
 *
 * <ol>
 *   <li>Each attempt has a ticket. An event or an answer with an older ticket comes too late, and is ignored.
 *   <li>If the answer's time is known at once, the attempt is one event: the answer, or the timeout before it.
 *   <li>What to do after a failure is decided by the engine's {@link SteppedCall}.
 * </ol>
 */
public final class SimulatedCall implements TimelineEvent, Runnable {
    private static final int KIND_BITS = 2;
    private static final int REPLY_BITS = 3;
    private static final int ANSWER = 0;
    private static final int TIMEOUT = 1;
    private static final int RETRY = 2;
    private static final int HEDGE = 3;

    /** A call with its state in the engine and its place in a limiter's queue; an estimate. */
    private static final long BYTES = 512;

    private final SimulatedCaller caller;
    private final SteppedCall steps;
    private final SimulatedCall origin;
    private final @Nullable CallEnd whenEnded;
    private final long beganNanos;

    private int ticket;
    private int copies;
    private long dueNanos;
    private long answerNanos;
    private int effects;
    private boolean isOver;

    SimulatedCall(
            SimulatedCaller caller,
            SteppedCall steps,
            @Nullable SimulatedCall origin,
            @Nullable CallEnd whenEnded,
            long beganNanos) {
        this.caller = caller;
        this.steps = steps;
        this.origin = origin == null ? this : origin.origin;
        this.whenEnded = whenEnded;
        this.beganNanos = beganNanos;
    }

    /** Receives the end of a call. */
    @FunctionalInterface
    public interface CallEnd {
        /** The call has ended with a success, or given up. */
        void ended(SimulatedCall call, boolean succeeded);
    }

    /** Makes the first attempt. */
    void first() {
        caller.timeline.hold(BYTES);
        begin();
    }

    private void begin() {
        switch (steps.start(this)) {
            case STARTED -> launch();
            case REFUSED -> end(false);
            case WAITING -> {}
        }
    }

    /** Continues after the wait for a limiter. */
    @Override
    public void run() {
        if (steps.gaveUp() == null) {
            launch();
        } else {
            end(false);
        }
    }

    private void launch() {
        Timeline timeline = caller.timeline;
        long now = timeline.nanoTime();
        long limit = steps.limitNanos();
        caller.figures.attempted(now);
        ticket++;
        copies = 1;
        dueNanos = limit == SteppedCall.NEVER ? SteppedCall.NEVER : now + limit;
        answerNanos = SteppedCall.NEVER;
        int mine = ticket;
        caller.destination.receive(this, mine, limit);
        if (mine != ticket) {
            return; // answered meanwhile
        }
        long hedgeAfter = steps.hedgeAfterNanos();
        if (hedgeAfter < limit && now + hedgeAfter < answerNanos) {
            timeline.at(now + hedgeAfter, this, code(HEDGE, Reply.OK));
        }
        if (answerNanos > dueNanos) {
            timeline.at(dueNanos, this, code(TIMEOUT, Reply.NOTHING));
        }
    }

    /** Schedules the answer of an attempt. */
    public void answerAt(int answered, long nanos, Reply reply) {
        if (answered != ticket || reply == Reply.NOTHING || nanos > dueNanos) {
            return;
        }
        answerNanos = Math.min(answerNanos, nanos);
        caller.timeline.at(nanos, this, code(ANSWER, reply));
    }

    /** Answers an attempt now. */
    public void answer(int answered, Reply reply) {
        if (answered == ticket) {
            answered(reply);
        }
    }

    private int code(int kind, Reply reply) {
        return (ticket << REPLY_BITS | reply.code()) << KIND_BITS | kind;
    }

    @Override
    public boolean isStale(int code) {
        return code >>> (KIND_BITS + REPLY_BITS) != ticket;
    }

    @Override
    public void fire(int code) {
        if (isStale(code)) {
            return;
        }
        Reply reply = Reply.of(code >>> KIND_BITS & (1 << REPLY_BITS) - 1);
        switch (code & (1 << KIND_BITS) - 1) {
            case ANSWER -> answered(reply);
            case TIMEOUT -> failed(Reply.NOTHING);
            case RETRY -> begin();
            default -> hedge();
        }
    }

    private void hedge() {
        if (copies == 1 && steps.tryHedge()) {
            copies = 2;
            caller.figures.attempted(caller.timeline.nanoTime());
            caller.figures.hedged();
            if (answerNanos <= dueNanos && dueNanos != SteppedCall.NEVER) {
                // Both copies may fail to answer well: only now is a timeout possible.
                caller.timeline.at(dueNanos, this, code(TIMEOUT, Reply.NOTHING));
            }
            caller.destination.receive(this, ticket, dueNanos - caller.timeline.nanoTime());
        }
    }

    private void answered(Reply reply) {
        if (reply == Reply.OK) {
            ticket++;
            steps.succeeded();
            end(true);
        } else if (--copies > 0) {
            steps.copyFailed(reply.meaning());
        } else {
            failed(reply);
        }
    }

    private void failed(Reply reply) {
        ticket++;
        caller.figures.attemptFailed(reply);
        if (steps.failed(reply.meaning())) {
            caller.timeline.at(caller.timeline.nanoTime() + steps.delayNanos(), this, code(RETRY, Reply.OK));
        } else {
            end(false);
        }
    }

    private void end(boolean succeeded) {
        isOver = true;
        ticket++;
        caller.timeline.release(BYTES);
        long now = caller.timeline.nanoTime();
        caller.figures.ended(now, now - beganNanos, steps.attempts(), succeeded);
        if (!succeeded && gaveUpFacts().mayHaveHappened()) {
            caller.figures.inDoubt();
        }
        if (whenEnded != null) {
            whenEnded.ended(this, succeeded);
        }
    }

    /** Why the call ended without a success. */
    public GaveUp gaveUpFacts() {
        GaveUp facts = steps.gaveUp();
        if (facts == null) {
            throw new IllegalStateException("the call has not given up");
        }
        return facts;
    }

    /** The number of attempts so far. */
    public int attempts() {
        return steps.attempts();
    }

    /** When the user's call, in which this one is made, began. */
    long originNanos() {
        return origin.beganNanos;
    }

    /**
     * When nobody waits any more for an attempt that arrives now: the attempt times out, or the user's call has ended, or
     * ends at its deadline.
     */
    long leavesNanos(long nowNanos, long remainingNanos) {
        if (origin.isOver) {
            return nowNanos;
        }
        long attempt = remainingNanos == SteppedCall.NEVER ? SteppedCall.NEVER : nowNanos + remainingNanos;
        long deadline = origin.caller.deadlineNanos;
        return deadline == SteppedCall.NEVER ? attempt : Math.min(attempt, origin.beganNanos + deadline);
    }

    /** Whether the user's call changes nothing, however often it is repeated. */
    boolean isReadOnly() {
        return origin.caller.safety.isReadOnly();
    }

    /**
     * Counts an effect for the user's call.
     *
     * @return how often it has happened now
     */
    int takeEffect() {
        return ++origin.effects;
    }

    /** How often the effect of the user's call has happened. */
    public int effects() {
        return origin.effects;
    }
}
