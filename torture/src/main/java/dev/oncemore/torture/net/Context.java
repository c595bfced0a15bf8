package dev.oncemore.torture.net;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a run was asked for.
 *
 * @param stores which stores, by name ({@code sqlite}, {@code postgres}, {@code mariadb}, {@code redis}); empty means all
 * @param kills how many processes to kill on each store, if the command line says
 * @param pauses how many processes to pause on each store, if the command line says
 * @param nodes how many processes share a store
 * @param seed the only seed to run, if the command line says
 * @param time how long to go on, unless the amount is done earlier
 * @param histories how many composed histories to judge; empty means as many as fit the time
 * @param planted whether planted bugs are to be caught
 * @param progress where to tell what is under way
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
        ProgressLine progress) {

    /** Whether the options name something that only one of the nets does. */
    public boolean isSpecific() {
        return planted || kills.isPresent() || pauses.isPresent() || !stores.isEmpty();
    }
}
