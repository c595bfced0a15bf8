package dev.oncemore.bench.measure;

/**
 * One of the implementations that are compared.
 *
 * @param name its name in reports and files
 * @param prepare runs before each of its turns, without being measured
 * @param call the measured call
 */
public record Subject(String name, Runnable prepare, MeasuredCall call) {
    /** The name of Oncemore. */
    public static final String ONCEMORE = "oncemore";

    /** A subject that needs no preparation. */
    public static Subject of(String name, MeasuredCall call) {
        return new Subject(name, () -> {}, call);
    }

    /** Fails unless the call did what is measured, because a subject that does less would look fast. */
    public static void require(boolean asExpected, Object instead) {
        if (!asExpected) {
            throw new MeasuringException("the measured call did something else: " + instead, null);
        }
    }

    /** One call, on the caller's thread, with the key that names its effect. */
    @FunctionalInterface
    public interface MeasuredCall {
        /** Makes one call. */
        void run(String key) throws Exception;
    }
}
