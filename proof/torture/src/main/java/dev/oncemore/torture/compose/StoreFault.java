package dev.oncemore.torture.compose;

/**
 * A time in which one verb of the store fails.
 *
 * @param verb the verb
 * @param skips how many calls of it succeed before
 * @param forMillis how long it lasts, from the first call that fails
 * @param unknown whether the outcome is unknown, as after a cut connection; otherwise nothing was done
 * @param takesEffect whether the failed call took effect; only if its outcome is unknown
 * @param slowMillis how long each call takes to fail
 */
record StoreFault(Verb verb, int skips, int forMillis, boolean unknown, boolean takesEffect, int slowMillis) {

    enum Verb {
        INSERT,
        TAKE_OVER,
        FINISH,
        EXTEND,
        READ
    }
}
