package dev.oncemore.bench.measure;

/**
 * Somebody who does one and the same thing as others do.
 *
 * @param name by which reports and files know it
 * @param prepare what is not measured, before each of its turns
 * @param deed what it does
 */
public record Subject(String name, Runnable prepare, Deed deed) {
    /** We. */
    public static final String ONCEMORE = "oncemore";

    /** A subject that needs no preparation. */
    public static Subject of(String name, Deed deed) {
        return new Subject(name, () -> {}, deed);
    }

    /** Fails unless what happened is what is measured; a subject that does less would look fast. */
    public static void require(boolean asExpected, Object instead) {
        if (!asExpected) {
            throw new MeasuringException("something else happened than what is measured: " + instead, null);
        }
    }

    /** One call, on the caller's thread, with the key that names its effect. */
    @FunctionalInterface
    public interface Deed {
        /** Does it, once. */
        void run(String key) throws Exception;
    }
}
