package dev.oncemore.lab.sim;

/** Something that happens at a moment of a {@link Timeline}. */
@FunctionalInterface
public interface TimelineEvent {
    /**
     * Happens now.
     *
     * @param code what it was scheduled with, so that one object can stand for several events
     */
    void fire(int code);

    /** Whether it would do nothing now, nor at any later time. Such an event may be left out. */
    default boolean isStale(int code) {
        return false;
    }
}
