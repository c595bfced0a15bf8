package dev.oncemore.torture.doors;

import java.io.IOException;
import java.time.Duration;

/**
 * Something hostile that is done over and over again.
 *
 * @param name what it is
 * @param pause how long to wait before the next time, since attacker and server share a machine
 * @param strike does it once
 */
record Attack(String name, Duration pause, Strike strike) {
    /** One time. */
    @FunctionalInterface
    interface Strike {
        /** Does it; a refused or cut connection is what an attack expects. */
        void run(int round) throws IOException;
    }
}
