package dev.oncemore.bench.once;

import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;

/** Where the callers of a case get their keys from. */
@FunctionalInterface
interface Keys {
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

    /** Keys that are all in use. */
    static Keys among(List<String> used) {
        SplittableRandom root = new SplittableRandom();
        return () -> {
            SplittableRandom own = root.split();
            return () -> used.get(own.nextInt(used.size()));
        };
    }
}
