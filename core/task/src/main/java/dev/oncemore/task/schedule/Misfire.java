package dev.oncemore.task.schedule;

/**
 * What happens to instants that passed while nobody was there to fire them.
 *
 * <pre>{@code
 * ScheduleOptions.standard().misfire(Misfire.fireEach(24))
 * }</pre>
 */
public sealed interface Misfire {

    /** One firing now for all of them; its period covers them all. */
    static Misfire fireOnce() {
        return new FireOnce();
    }

    /** One firing each, for the last so many of them; 1 to 1,000. Older ones are skipped. */
    static Misfire fireEach(int most) {
        return new FireEach(most);
    }

    /** None of them; the job log says so. */
    static Misfire skip() {
        return new Skip();
    }

    /** As {@link #fireOnce}. */
    record FireOnce() implements Misfire {}

    /** As {@link #fireEach}. */
    record FireEach(int most) implements Misfire {
        /** Up to so many; refuses what would flood the queue. */
        public FireEach {
            if (most < 1 || most > 1_000) {
                throw new IllegalArgumentException("fireEach must be between 1 and 1000, but is " + most);
            }
        }
    }

    /** As {@link #skip}. */
    record Skip() implements Misfire {}
}
