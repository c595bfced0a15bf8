package dev.oncemore.bench.measure;

import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Where the callers of a case get their keys from. */
@FunctionalInterface
public interface Keys {
    /** How many keys are in use where outcomes are replayed. */
    int USED = 256;

    /** The keys of one more caller, who takes them on a thread of its own. */
    Supplier<String> ofNextCaller();

    /** Keys that nobody has used, as random as most people's. */
    static Keys fresh() {
        SplittableRandom root = new SplittableRandom();
        return () -> {
            SplittableRandom own = root.split();
            return () -> new UUID(own.nextLong(), own.nextLong()).toString();
        };
    }

    /** For deeds that need none. */
    static Keys none() {
        return () -> () -> "";
    }

    /** Uses some keys up, each by this deed. */
    static List<String> used(Subject.Deed deed) {
        List<String> keys = Stream.generate(fresh().ofNextCaller()).limit(USED).toList();
        Round.each(keys, deed);
        return keys;
    }

    /** These and no others, in any order. */
    static Keys among(List<String> used) {
        SplittableRandom root = new SplittableRandom();
        return () -> {
            SplittableRandom own = root.split();
            return () -> used.get(own.nextInt(used.size()));
        };
    }
}
