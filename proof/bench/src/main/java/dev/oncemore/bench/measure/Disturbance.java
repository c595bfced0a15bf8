package dev.oncemore.bench.measure;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What others took of the machine's processors while something ran.
 *
 * @param during what ran
 * @param othersPercent the share of other programs in the time of all processors
 * @param stealPercent the share that the hypervisor gave to other machines
 */
public record Disturbance(String during, double othersPercent, double stealPercent) {
    /** The share of both from which on a machine is busy and its figures are none. */
    public static final double PERCENT_MAX = 10;

    /** Both shares together. */
    public double percent() {
        return othersPercent + stealPercent;
    }

    /** The greatest one. */
    public static Optional<Disturbance> greatest(List<Disturbance> all) {
        return all.stream().max(Comparator.comparingDouble(Disturbance::percent));
    }

    /** Why figures that were measured meanwhile are none; empty if they are. */
    public Optional<String> objection() {
        return percent() <= PERCENT_MAX
                ? Optional.empty()
                : Optional.of(
                        "during %s, other programs took %s %% of the processors and the hypervisor %s %%; at most %s %% are allowed"
                                .formatted(
                                        during,
                                        Numbers.text(othersPercent),
                                        Numbers.text(stealPercent),
                                        Numbers.text(PERCENT_MAX)));
    }
}
