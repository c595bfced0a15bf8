package dev.oncemore.torture.net;

import java.util.List;
import java.util.Map;

/**
 * What a net found.
 *
 * @param net its name
 * @param seed what the run started from
 * @param histories how many were judged
 * @param seconds how long it took
 * @param faults how many of each kind took effect
 * @param facts anything else worth a line, such as which net caught which planted bug
 * @param violations promises that were broken, at most as many as a person reads
 * @param violationsCount how many there were in all
 */
public record Report(
        String net,
        long seed,
        long histories,
        double seconds,
        Map<String, Long> faults,
        List<String> facts,
        List<Violation> violations,
        long violationsCount) {}
