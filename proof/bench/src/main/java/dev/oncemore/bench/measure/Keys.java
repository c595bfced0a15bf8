package dev.oncemore.bench.measure;

import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The source of the keys of a case. */
@FunctionalInterface
public interface Keys {
    /** The number of keys whose outcomes are replayed. */
    int USED = 256;

    /** The keys of one caller, which uses them on its own thread. */
    Supplier<String> ofNextCaller();

    /** New random keys. */
    static Keys fresh() {
        SplittableRandom root = new SplittableRandom();
        return () -> {
            SplittableRandom own = root.split();
            return () -> new UUID(own.nextLong(), own.nextLong()).toString();
        };
    }

    /** No keys, for calls that need none. */
    static Keys none() {
        return () -> () -> "";
    }

    /** Keys on each of which this call was made before. */
    static List<String> used(Subject.MeasuredCall call) {
        List<String> keys = Stream.generate(fresh().ofNextCaller()).limit(USED).toList();
        Round.each(keys, call);
        return keys;
    }

    /** Only these keys, in any order. */
    static Keys among(List<String> used) {
        SplittableRandom root = new SplittableRandom();
        return () -> {
            SplittableRandom own = root.split();
            return () -> used.get(own.nextInt(used.size()));
        };
    }
}
