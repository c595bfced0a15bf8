package dev.oncemore.torture.compose;

import java.util.List;

/**
 * One history, as data: what is nested, and what goes wrong when.
 *
 * @param seed what it was made from
 * @param honoursKeys whether the bank does the work once per key
 * @param layers the nesting, outermost first; the bank is below the last
 * @param acts what the bank does with its calls, in order; it is fine afterwards
 * @param lookUps whether the bank answers look-ups, in order; it does afterwards
 * @param wire what the network does to exchanges over HTTP, in order; it is fine afterwards
 * @param storeFaults when the store fails
 * @param visits when users ask for the same thing, in milliseconds from the start; the first at 0
 * @param strikes when something happens to a user who is waiting
 */
record Spec(
        long seed,
        boolean honoursKeys,
        List<Layer> layers,
        List<Act> acts,
        List<LookUp> lookUps,
        List<Wire> wire,
        List<StoreFault> storeFaults,
        List<Integer> visits,
        List<Strike> strikes) {

    /** What the network does to one exchange. */
    enum Wire {
        FINE,
        LOSES_REQUEST,
        LOSES_REPLY,
        REFUSES,
        PROXY_SAYS_401,
        PROXY_SAYS_403,
        PROXY_SAYS_404,
        PROXY_SAYS_503,
        PROXY_SAYS_504
    }

    /** What a look-up answers. */
    enum LookUp {
        TRUE,
        TRUE_WITHOUT_VALUE,
        CANNOT_TELL,
        FAILS
    }

    /**
     * Something that happens to a user who is waiting.
     *
     * @param visit which user
     * @param atMillis when, from the start
     * @param cancels whether a future is cancelled; else the thread is interrupted
     */
    record Strike(int visit, int atMillis, boolean cancels) {}

    /** Whether a record protects the effect against a second run. */
    boolean hasRecord() {
        for (Layer layer : layers) {
            if (layer.keepsRecord()) {
                return true;
            }
        }
        return false;
    }

    /** Whether at most one effect is promised, however many users ask. */
    boolean isProtected() {
        boolean keyed = false;
        for (Layer layer : layers) {
            keyed |= layer instanceof Layer.Retrying retrying && retrying.safety() == Layer.Declared.KEYED;
            keyed = layer instanceof Layer.Http http ? http.keyed() : keyed;
        }
        return hasRecord() || (honoursKeys && keyed);
    }

    /** Whether several threads of one user may be in one Once engine: a store verb must not let time pass then. */
    boolean hasThreadsAboveRecord() {
        boolean threads = false;
        for (Layer layer : layers) {
            threads |= layer instanceof Layer.Retrying retrying && retrying.form() != Layer.Form.BLOCKING;
            threads |= layer instanceof Layer.Http;
            if (threads && layer.keepsRecord()) {
                return true;
            }
        }
        return false;
    }

    /** How much there is of it: what shrinking makes smaller. */
    int size() {
        return layers.size() * 4
                + acts.size() * 2
                + lookUps.size()
                + storeFaults.size() * 3
                + visits.size() * 3
                + strikes.size() * 2
                + wire.size() * 2;
    }

    Spec withLayers(List<Layer> other) {
        return new Spec(seed, honoursKeys, other, acts, lookUps, wire, storeFaults, visits, strikes);
    }

    Spec withActs(List<Act> other) {
        return new Spec(seed, honoursKeys, layers, other, lookUps, wire, storeFaults, visits, strikes);
    }

    Spec withLookUps(List<LookUp> other) {
        return new Spec(seed, honoursKeys, layers, acts, other, wire, storeFaults, visits, strikes);
    }

    Spec withStoreFaults(List<StoreFault> other) {
        return new Spec(seed, honoursKeys, layers, acts, lookUps, wire, other, visits, strikes);
    }

    Spec withVisits(List<Integer> other) {
        return new Spec(seed, honoursKeys, layers, acts, lookUps, wire, storeFaults, other, strikes);
    }

    Spec withStrikes(List<Strike> other) {
        return new Spec(seed, honoursKeys, layers, acts, lookUps, wire, storeFaults, visits, other);
    }

    Spec withWire(List<Wire> other) {
        return new Spec(seed, honoursKeys, layers, acts, lookUps, other, storeFaults, visits, strikes);
    }
}
