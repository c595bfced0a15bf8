package dev.oncemore.torture.compose;

/**
 * A time in which one verb of the store fails.
 *
 * @param verb which
 * @param skips how many calls of it go well before
 * @param forMillis how long it lasts, from the first call that fails
 * @param unknown whether a cut connection leaves it unknown, or the store says that nothing was done
 * @param takesEffect whether what fails was done all the same; only where it is unknown
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
