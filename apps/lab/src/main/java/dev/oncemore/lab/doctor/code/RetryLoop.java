package dev.oncemore.lab.doctor.code;

import java.util.List;

/**
 * A loop that leaves when its work succeeds and repeats it after a failure.
 *
 * @param line where it catches the failure
 * @param from the first instruction that is repeated
 * @param to the last
 * @param failures what it catches before it repeats, by internal name
 * @param everything whether it repeats whatever failed
 * @param bounded whether attempts or time bound it
 * @param stoppable whether a condition can end it after a failure, whatever it asks
 * @param remote whether what it catches, or that it sleeps, suggests a call of another system
 * @param sleeps the delays on the way to the next attempt
 */
record RetryLoop(
        int line,
        int from,
        int to,
        List<String> failures,
        boolean everything,
        boolean bounded,
        boolean stoppable,
        boolean remote,
        List<Sleep> sleeps) {

    /**
     * A delay.
     *
     * @param withoutJitter whether the delay is certainly not randomized
     * @param withoutCap whether the delay certainly grows without a limit
     */
    record Sleep(int line, boolean withoutJitter, boolean withoutCap) {}

    boolean contains(int order) {
        return order >= from && order <= to;
    }
}
