package dev.oncemore.torture.net;

import java.util.List;
import java.util.Map;

/**
 * The result of a net.
 *
 * @param net its name
 * @param seed the seed of the run
 * @param histories how many histories were checked
 * @param seconds how long it took
 * @param faults how many faults of each kind took effect
 * @param facts other facts, such as which net caught which planted bug
 * @param violations the first broken promises, up to a bound
 * @param violationsCount the number of all broken promises
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
