package dev.oncemore.task.schedule;

/**
 * What happens to instants that passed while no node could fire them.
 *
 * <pre>{@code
 * ScheduleOptions.standard().misfire(Misfire.fireEach(24))
 * }</pre>
 */
public sealed interface Misfire {

    /** One firing for all of them; its period covers them all. */
    static Misfire fireOnce() {
        return new FireOnce();
    }

    /** One firing each, for the last {@code most} of them; 1 to 1,000. Older ones are skipped. */
    static Misfire fireEach(int most) {
        return new FireEach(most);
    }

    /** Skips all of them, which the job log records. */
    static Misfire skip() {
        return new Skip();
    }

    /** As {@link #fireOnce}. */
    record FireOnce() implements Misfire {}

    /** As {@link #fireEach}. */
    record FireEach(int most) implements Misfire {
        /** Checks the bound, which keeps the queue from being flooded. */
        public FireEach {
            if (most < 1 || most > 1_000) {
                throw new IllegalArgumentException("fireEach must be between 1 and 1000, but is " + most);
            }
        }
    }

    /** As {@link #skip}. */
    record Skip() implements Misfire {}
}
