package dev.oncemore.retry;

import dev.oncemore.retry.policy.Classification;
import org.jspecify.annotations.Nullable;

/**
 * A call with time limits whose first attempt is under the {@link Watchdog}. Its success path allocates nothing, unless
 * the work uses its attempt. After a failure the call continues as any other.
 */
final class WatchedCall {
    private WatchedCall() {}

    /** Whether a call from this thread can be watched: it has no limit yet, and no attempt of it is watched. */
    static boolean fits(Frame frame) {
        return !frame.hasDeadline() && frame.interrupter == null;
    }

    static <T extends @Nullable Object, X extends Exception> T run(
            Retry engine, Watchdog watchdog, Safety safety, Frame frame, AttemptCall<T, X> work) throws X {
        Core core = engine.core;
        long start = core.time.nanoTime();
        long due = start + core.firstLimitNanos;
        Attempt attempt = work instanceof Call || work instanceof Action
                ? null
                : Attempt.cancellable(1, false, safety.key(), core.time, due);
        Interrupter interrupter = frame.watched();
        interrupter.begin(due, core, attempt);
        int place;
        try {
            place = watchdog.enter(interrupter);
        } catch (Throwable broken) {
            interrupter.end();
            throw broken;
        }
        if (place < 0) {
            interrupter.end();
            return engine.fullCall(safety, frame, work);
        }
        long ticket;
        try {
            ticket = core.admitSimple(start);
        } catch (Throwable broken) {
            interrupter.end();
            watchdog.leave(place);
            throw broken;
        }
        if (ticket == CircuitBreaker.REFUSED) {
            interrupter.end();
            watchdog.leave(place);
            throw engine.refused(safety, frame, start);
        }
        if (core.rate != null && !core.rate.tryAcquire(start)) {
            interrupter.end();
            watchdog.leave(place);
            return engine.waitingCall(safety, frame, start, ticket, work);
        }
        frame.startWatched(core.time, due);
        T value;
        try {
            value = work.call(attempt == null ? engine.firstAttempt : attempt);
        } catch (Throwable thrown) {
            boolean timedOut = frame.endWatched();
            watchdog.leave(place);
            Throwable failure =
                    timedOut ? AttemptTimeoutException.unlessAnswer(core, core.firstLimitNanos, thrown) : thrown;
            return engine.resumed(safety, frame, start, ticket, work, failure, null, null);
        }
        // A late value is still valid: discarding it would only invite a second effect.
        frame.endWatched();
        watchdog.leave(place);
        Classification judged = core.judge(value);
        if (judged != null) {
            return engine.resumed(safety, frame, start, ticket, work, null, value, judged);
        }
        core.succeededSimply(ticket, start);
        return value;
    }
}
