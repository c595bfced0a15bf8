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
}
