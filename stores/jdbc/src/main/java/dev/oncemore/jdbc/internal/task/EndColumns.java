package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.TaskState;
import org.jspecify.annotations.Nullable;

/** How a claim's end is written. */
final class EndColumns {
    /** A claim that was given back leaves no line in the log, so this is no event of it. */
    static final String RELEASED = "RELEASED";

    private EndColumns() {}

    static String eventOf(End end) {
        if (end instanceof End.Done) {
            return "DONE";
        }
        if (end instanceof End.Retry) {
            return "RETRIED";
        }
        if (end instanceof End.Dead) {
            return "DIED";
        }
        return end instanceof End.Rejected ? "REJECTED" : RELEASED;
    }

    /** As {@link #eventOf}, and tells the function which ends need no line. */
    static String eventOrGone(End end) {
        return end instanceof End.Done done && !done.isLogged() ? "GONE" : eventOf(end);
    }

    /** The state of a task that ended so and is found in the log; null if it is found elsewhere, or perhaps nowhere. */
    static @Nullable TaskState loggedState(End end) {
        if (end instanceof End.Done done) {
            return done.isLogged() ? TaskState.DONE : null;
        }
        return end instanceof End.Rejected ? TaskState.REJECTED : null;
    }

    static long delayMicros(End end) {
        return end instanceof End.Retry retry ? Micros.of(retry.delay()) : 0;
    }

    static @Nullable String words(End end) {
        if (end instanceof End.Retry retry) {
            return retry.error();
        }
        if (end instanceof End.Dead dead) {
            return dead.reason();
        }
        return end instanceof End.Rejected rejected ? rejected.reason() : null;
    }

    /** 1 when an attempt may have taken effect; done and rejected tasks are not in doubt. */
    static long doubt(End end) {
        boolean inDoubt = false;
        if (end instanceof End.Retry retry) {
            inDoubt = retry.inDoubt();
        } else if (end instanceof End.Released released) {
            inDoubt = released.inDoubt();
        } else if (end instanceof End.Dead dead) {
            inDoubt = dead.inDoubt();
        }
        return inDoubt ? 1 : 0;
    }

    static @Nullable String signature(End end) {
        return end instanceof End.Dead dead ? dead.signature() : null;
    }

    static @Nullable String stackTrace(End end) {
        return end instanceof End.Dead dead ? dead.stackTrace() : null;
    }

    static byte @Nullable [] result(End end) {
        Bytes result = end instanceof End.Done done ? done.result() : null;
        return result == null ? null : result.toArray();
    }
}
