package dev.oncemore.lab.sim;

/** Where attempts go: a dependency, or a service in front of one. */
public interface Destination {
    /**
     * Receives an attempt now, and answers with {@link SimulatedCall#answerAt} at once, or with
     * {@link SimulatedCall#answer} later.
     *
     * @param ticket which attempt it is, to be given back with the answer
     * @param remainingNanos how long the caller waits for the answer
     */
    void receive(SimulatedCall call, int ticket, long remainingNanos);
}
