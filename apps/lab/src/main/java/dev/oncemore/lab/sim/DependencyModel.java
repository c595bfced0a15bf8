package dev.oncemore.lab.sim;

import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a dependency can do and what goes wrong with it.
 *
 * @param workers requests at once
 * @param queueMax how many more may wait; others are refused
 * @param service how long a request takes
 * @param errorShare the share that fails before the effect
 * @param lostShare the share whose response is lost after the effect
 * @param perSecondMax more requests a second than this are throttled; 0 for no limit
 * @param slowStart after a crash, how long it is slower: four times at first, less and less
 * @param deduplicates whether it keeps keys, so that a repeated request has no second effect
 * @param dropsExpired whether it knows its callers' deadlines: it drops requests that nobody waits for, and stops working then
 * @param faults the times in which it is not well, in order
 */
public record DependencyModel(
        int workers,
        int queueMax,
        ServiceTime service,
        double errorShare,
        double lostShare,
        int perSecondMax,
        Duration slowStart,
        boolean deduplicates,
        boolean dropsExpired,
        List<FaultWindow> faults) {
    /** The most workers: more are not a limit. */
    public static final int WORKERS_MAX = 1_000_000;

    /** Checks the bounds, and that no two faults overlap. */
    public DependencyModel {
        if (workers < 1 || workers > WORKERS_MAX) {
            throw new IllegalArgumentException("the capacity must be 1 to " + WORKERS_MAX + " requests at once, but is "
                    + workers + "; a dependency without capacity answers nothing");
        }
        if (queueMax < 0) {
            throw new IllegalArgumentException("the queue must have at least 0 places, but has " + queueMax);
        }
        requireShare("errors", errorShare);
        requireShare("lost responses", lostShare);
        if (perSecondMax < 0) {
            throw new IllegalArgumentException("the rate limit must not be negative, but is " + perSecondMax);
        }
        faults = faults.stream().sorted(Comparator.comparing(FaultWindow::from)).toList();
        for (int i = 1; i < faults.size(); i++) {
            if (faults.get(i).from().compareTo(faults.get(i - 1).to()) < 0) {
                throw new IllegalArgumentException("two faults overlap: one lasts until "
                        + Durations.format(faults.get(i - 1).to()) + ", the next begins at "
                        + Durations.format(faults.get(i).from()));
            }
        }
    }

    private static void requireShare(String of, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("the share of " + of + " must be 0 to 1, but is " + share);
        }
    }

    /** A healthy dependency with this many workers, a queue without end, and no keys. */
    public static DependencyModel healthy(int workers, ServiceTime service) {
        return new DependencyModel(
                workers, Integer.MAX_VALUE, service, 0, 0, 0, Duration.ZERO, false, false, List.of());
    }

    /** How many requests a second it can work on, as long as it is well. */
    public double capacityPerSecond() {
        double meanNanos = service.mean().toNanos() * (1 + service.slowShare() * (service.slowFactor() - 1));
        return workers * 1e9 / meanNanos;
    }

    /** The same with a queue of this length. */
    public DependencyModel queue(int places) {
        return with(places, errorShare, lostShare, perSecondMax, slowStart, deduplicates, dropsExpired, faults);
    }

    /** The same with a share of requests that fail. */
    public DependencyModel errors(double share) {
        return with(queueMax, share, lostShare, perSecondMax, slowStart, deduplicates, dropsExpired, faults);
    }

    /** The same with a share of lost responses. */
    public DependencyModel lost(double share) {
        return with(queueMax, errorShare, share, perSecondMax, slowStart, deduplicates, dropsExpired, faults);
    }

    /** The same with a rate limit. */
    public DependencyModel throttledAt(int perSecond) {
        return with(queueMax, errorShare, lostShare, perSecond, slowStart, deduplicates, dropsExpired, faults);
    }

    /** The same, slower for this long after a crash. */
    public DependencyModel slowStart(Duration span) {
        return with(queueMax, errorShare, lostShare, perSecondMax, span, deduplicates, dropsExpired, faults);
    }

    /** The same, with keys. */
    public DependencyModel keepingKeys() {
        return with(queueMax, errorShare, lostShare, perSecondMax, slowStart, true, dropsExpired, faults);
    }

    /** The same, not working for anybody who has stopped waiting. */
    public DependencyModel droppingExpired() {
        return with(queueMax, errorShare, lostShare, perSecondMax, slowStart, deduplicates, true, faults);
    }

    /** The same with one more fault. */
    public DependencyModel fault(FaultWindow another) {
        List<FaultWindow> all = new ArrayList<>(faults);
        all.add(another);
        return with(queueMax, errorShare, lostShare, perSecondMax, slowStart, deduplicates, dropsExpired, all);
    }

    private DependencyModel with(
            int queue,
            double errors,
            double lost,
            int perSecond,
            Duration start,
            boolean keys,
            boolean drops,
            List<FaultWindow> all) {
        return new DependencyModel(workers, queue, service, errors, lost, perSecond, start, keys, drops, all);
    }
}
