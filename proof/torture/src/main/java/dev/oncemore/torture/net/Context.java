package dev.oncemore.torture.net;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The options of a run.
 *
 * @param stores which stores, by name ({@code sqlite}, {@code postgres}, {@code mariadb}, {@code redis}); empty means all
 * @param kills how many processes to kill on each store; empty if not set
 * @param pauses how many processes to pause on each store; empty if not set
 * @param nodes how many processes share a store
 * @param seed the only seed to run; empty if not set
 * @param time how long to run, unless the quota is done earlier
 * @param histories how many composed histories to check; empty means as many as fit the time
 * @param planted whether to run the planted bugs
 * @param doors whether to attack a server
 * @param progress shows the progress and the violations
 */
public record Context(
        List<String> stores,
        OptionalInt kills,
        OptionalInt pauses,
        int nodes,
        OptionalLong seed,
        Duration time,
        OptionalLong histories,
        boolean planted,
        boolean doors,
        ProgressLine progress) {

    /** Whether an option is set that only one of the nets has. */
    public boolean isSpecific() {
        return planted || doors || kills.isPresent() || pauses.isPresent() || !stores.isEmpty();
    }
}
