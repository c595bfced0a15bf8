package dev.oncemore.examples.run;

/**
 * The effects that an example counted.
 *
 * @param wanted what should have happened
 * @param without what happened without Oncemore
 * @param with what happened with Oncemore
 */
public record EffectCounts(Tally wanted, Tally without, Tally with) {
    /** Whether there was an accident without Oncemore, and none with it. */
    public boolean isCured() {
        return !without.equals(wanted) && with.equals(wanted);
    }
}
