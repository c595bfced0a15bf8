package dev.oncemore.once.record;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Checks batches, for implementations of {@link RecordStore}. */
public final class Batches {
    private Batches() {}

    /**
     * Refuses a batch with duplicates: a database that processes the whole batch at once could not distinguish them.
     *
     * @param batch the argument of a store's method
     * @param nameOf what must be distinct: a key to claim, or a {@link ClaimId} claim to end or to extend
     * @throws IllegalArgumentException if there is a duplicate; nothing was done then
     */
    public static <Q> void requireDistinct(List<Q> batch, Function<Q, ?> nameOf) {
        if (batch.size() < 2) {
            return;
        }
        Set<Object> names = new HashSet<>();
        for (Q request : batch) {
            if (!names.add(nameOf.apply(request))) {
                throw new IllegalArgumentException(
                        "a batch must not contain duplicates, but has " + nameOf.apply(request) + " more than once");
            }
        }
    }
}
