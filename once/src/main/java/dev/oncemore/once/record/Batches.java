package dev.oncemore.once.record;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The rule for batches, for those who write a {@link RecordStore}. */
public final class Batches {
    private Batches() {}

    /**
     * Refuses a batch that names something twice: a database that answers all of it at once could not tell the two apart.
     *
     * @param batch what a verb was called with
     * @param nameOf what must be distinct: a key to claim, or a {@link Fenced} claim to end or to extend
     * @throws IllegalArgumentException when it is not; nothing was done then
     */
    public static <Q> void requireDistinct(List<Q> batch, Function<Q, ?> nameOf) {
        if (batch.size() < 2) {
            return;
        }
        Set<Object> names = new HashSet<>();
        for (Q request : batch) {
            if (!names.add(nameOf.apply(request))) {
                throw new IllegalArgumentException(
                        "a batch must not name anything twice, but has " + nameOf.apply(request) + " more than once");
            }
        }
    }
}
