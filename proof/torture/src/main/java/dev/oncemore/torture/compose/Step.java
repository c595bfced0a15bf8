package dev.oncemore.torture.compose;

/** A layer with everything below it, or the bank. */
@FunctionalInterface
interface Step {
    /** The receipt. */
    String run(Call call) throws Exception;
}
