package dev.oncemore.torture.compose;

import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.torture.compose.StoreFault.Verb;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes the verbs of one store fail as planned. */
final class FaultInjector {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final World world;
    private final boolean mayBeSlow;
    private final Map<Verb, Integer> calls = new EnumMap<>(Verb.class);
    /** Until when each planned fault lasts; 0 while it has not begun. */
    private final long[] untilNanos;

    FaultInjector(World world, boolean mayBeSlow) {
        this.world = world;
        this.mayBeSlow = mayBeSlow;
        untilNanos = new long[world.spec.storeFaults().size()];
    }

    <T> T call(Verb verb, Supplier<T> work) {
        StoreFault fault = world.calm ? null : strike(verb);
        if (fault == null) {
            return work.get();
        }
        world.landed(verb);
        world.trace.add(-1, "store fails:", fault);
        if (fault.slowMillis() > 0 && mayBeSlow) {
            world.time.pass(fault.slowMillis() * NANOS_PER_MILLI);
        }
        if (fault.takesEffect()) {
            T unused = work.get();
        }
        FailureKind kind = fault.unknown() ? FailureKind.TIMEOUT_UNKNOWN_OUTCOME : FailureKind.TRANSIENT;
        throw new StoreException(kind, "the store is away", null);
    }

    /** The fault for this call; null when there is none. */
    private @Nullable StoreFault strike(Verb verb) {
        int call = calls.merge(verb, 1, Integer::sum) - 1;
        List<StoreFault> faults = world.spec.storeFaults();
        for (int i = 0; i < faults.size(); i++) {
            StoreFault fault = faults.get(i);
            if (fault.verb() != verb || call < fault.skips()) {
                continue;
            }
            long now = world.time.nanoTime();
            if (untilNanos[i] == 0) {
                untilNanos[i] = now + fault.forMillis() * NANOS_PER_MILLI;
                return fault;
            }
            if (now < untilNanos[i]) {
                return fault;
            }
        }
        return null;
    }
}
