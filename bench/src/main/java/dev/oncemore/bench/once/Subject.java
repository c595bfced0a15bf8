package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.MeasuringException;

/** Somebody who does one and the same thing, as others do. */
interface Subject {
    String ONCEMORE = "oncemore";
    String NAIVE = "naive";
    String LIMIT = "limit";

    /** By which reports and files know it. */
    String name();

    /**
     * Does it once, on the caller's thread.
     *
     * @param key what names the effect
     */
    void call(String key) throws Exception;

    /** What is not measured and must be fresh in each round. */
    default void prepare() {}

    /** A subject that needs no preparation. */
    static Subject of(String name, Deed deed) {
        return new Subject() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public void call(String key) throws Exception {
                deed.run(key);
            }
        };
    }

    /** Fails unless what happened is what is measured; a subject that does less would look fast. */
    static void require(boolean asExpected, Object instead) {
        if (!asExpected) {
            throw new MeasuringException("something else happened than what is measured: " + instead, null);
        }
    }

    /** What a subject does. */
    @FunctionalInterface
    interface Deed {
        void run(String key) throws Exception;
    }
}
