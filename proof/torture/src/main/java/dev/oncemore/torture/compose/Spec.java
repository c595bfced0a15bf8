package dev.oncemore.torture.compose;

import java.util.List;

/**
 * One history, as data: the layers and the faults.
 *
 * @param seed what it was made from
 * @param mode how the layers are run
 * @param honoursKeys whether the bank does the work once per key
 * @param layers the nesting, outermost first; the bank is below the last
 * @param acts the bank's behaviour, call by call; later calls succeed
 * @param lookUps the bank's answers to look-ups, in order; later ones are answered
 * @param wire what the network does to HTTP exchanges, in order; later ones get through
 * @param commits what happens to commits, in order; later ones succeed
 * @param storeFaults when the store fails
 * @param visits when users make the same call, in milliseconds from the start; the first at 0
 * @param strikes the interruptions of waiting users
 */
record Spec(
        long seed,
        Mode mode,
        boolean honoursKeys,
        List<Layer> layers,
        List<BankBehaviour> acts,
        List<LookUp> lookUps,
        List<Wire> wire,
        List<Transaction.Commit> commits,
        List<StoreFault> storeFaults,
        List<Integer> visits,
        List<Strike> strikes) {

    /** How the layers are run. */
    enum Mode {
        /** Users call the layers. */
        CALLS,
        /** The layers are the handler of a task that nodes run. */
        TASK,
        /** The layers are the first step of a saga; the second calls the bank directly. */
        SAGA
    }

    /** The network's behaviour for one exchange. */
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

    /** The result of a look-up. */
    enum LookUp {
        TRUE,
        TRUE_WITHOUT_VALUE,
        CANNOT_TELL,
        FAILS
    }

    /**
     * An interruption of a waiting user.
     *
     * @param visit the number of the user
     * @param atMillis the time from the start
     * @param cancels whether a future is cancelled; otherwise the thread is interrupted
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

    /** Whether at most one effect is promised, however many users call. */
    boolean isProtected() {
        boolean keyed = mode != Mode.CALLS;
        for (Layer layer : layers) {
            keyed |= layer instanceof Layer.Retrying retrying && retrying.safety() == Layer.Declared.KEYED;
            keyed = layer instanceof Layer.Http http ? http.keyed() : keyed;
        }
        return hasRecord() || (honoursKeys && keyed);
    }

    /** Whether a saga may run its first step again when in doubt: a record or the bank's keys prevent a second effect. */
    boolean runsAgainInDoubt() {
        boolean reaches = honoursKeys;
        for (Layer layer : layers) {
            reaches &= !(layer instanceof Layer.Http http) || http.keyed();
        }
        return reaches || hasRecord();
    }

    /** Whether several threads of one user may be in one Once engine; then no verb of its store may let time pass. */
    boolean hasThreads() {
        for (Layer layer : layers) {
            boolean starts = layer instanceof Layer.Http
                    || (layer instanceof Layer.Retrying retrying && retrying.form() != Layer.Form.BLOCKING)
                    || (layer instanceof Layer.Leased leased && leased.async());
            if (starts) {
                return true;
            }
        }
        return false;
    }

    Spec withLayers(List<Layer> other) {
        return new Spec(seed, mode, honoursKeys, other, acts, lookUps, wire, commits, storeFaults, visits, strikes);
    }

    Spec withActs(List<BankBehaviour> other) {
        return new Spec(seed, mode, honoursKeys, layers, other, lookUps, wire, commits, storeFaults, visits, strikes);
    }

    Spec withLookUps(List<LookUp> other) {
        return new Spec(seed, mode, honoursKeys, layers, acts, other, wire, commits, storeFaults, visits, strikes);
    }

    Spec withStoreFaults(List<StoreFault> other) {
        return new Spec(seed, mode, honoursKeys, layers, acts, lookUps, wire, commits, other, visits, strikes);
    }

    Spec withVisits(List<Integer> other) {
        return new Spec(seed, mode, honoursKeys, layers, acts, lookUps, wire, commits, storeFaults, other, strikes);
    }

    Spec withStrikes(List<Strike> other) {
        return new Spec(seed, mode, honoursKeys, layers, acts, lookUps, wire, commits, storeFaults, visits, other);
    }

    Spec withWire(List<Wire> other) {
        return new Spec(seed, mode, honoursKeys, layers, acts, lookUps, other, commits, storeFaults, visits, strikes);
    }

    Spec withMode(Mode other) {
        return new Spec(
                seed,
                other,
                honoursKeys,
                Declarations.corrected(layers, honoursKeys, other != Mode.CALLS),
                acts,
                lookUps,
                wire,
                commits,
                storeFaults,
                visits,
                strikes);
    }

    Spec withCommits(List<Transaction.Commit> other) {
        return new Spec(seed, mode, honoursKeys, layers, acts, lookUps, wire, other, storeFaults, visits, strikes);
    }
}
