package dev.oncemore.torture.compose;

import dev.oncemore.once.record.Extension;
import dev.oncemore.once.record.Finish;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.torture.compose.StoreFault.Verb;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** A store that fails as planned, and whose records are judged when they are settled. */
final class ShakyStore implements RecordStore {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final World world;
    private final RecordStore sound;
    private final int[] calls = new int[Verb.values().length];
    /** Until when each planned fault lasts; 0 while it has not begun. */
    private final long[] untilNanos;

    private final boolean mayBeSlow;
    private final Set<Key> keys = new LinkedHashSet<>();

    ShakyStore(World world, RecordStore sound) {
        this.world = world;
        this.sound = sound;
        untilNanos = new long[world.spec.storeFaults().size()];
        mayBeSlow = !world.spec.hasThreadsAboveRecord();
    }

    /** Every key that was asked for, the outermost first. */
    Set<Key> keys() {
        return keys;
    }

    @Override
    public List<Inserted> insertOrRead(List<NewClaim> claims) {
        for (NewClaim claim : claims) {
            keys.add(claim.key());
        }
        return shaken(Verb.INSERT, () -> sound.insertOrRead(claims));
    }

    @Override
    public List<Optional<Long>> takeOver(List<TakeOver> takeOvers) {
        return shaken(Verb.TAKE_OVER, () -> sound.takeOver(takeOvers));
    }

    @Override
    public List<Boolean> finish(List<Finish> finishes) {
        return shaken(Verb.FINISH, () -> {
            List<Boolean> answers = sound.finish(finishes);
            for (int i = 0; i < answers.size(); i++) {
                Finish finish = finishes.get(i);
                if (answers.get(i)) {
                    world.trace.add(-1, "record", finish.state());
                    world.recorded(finish);
                }
            }
            return answers;
        });
    }

    @Override
    public List<Boolean> extend(List<Extension> extensions) {
        return shaken(Verb.EXTEND, () -> sound.extend(extensions));
    }

    @Override
    public List<Optional<OnceRecord>> read(List<Key> keys) {
        return shaken(Verb.READ, () -> sound.read(keys));
    }

    @Override
    public int purge(int rowsMax) {
        return sound.purge(rowsMax);
    }

    @Override
    public List<String> warnings() {
        return List.of();
    }

    private <T> T shaken(Verb verb, Supplier<T> work) {
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
            work.get();
        }
        FailureKind kind = fault.unknown() ? FailureKind.TIMEOUT_UNKNOWN_OUTCOME : FailureKind.TRANSIENT;
        throw new StoreException(kind, "the store is away", null);
    }

    /** The fault that this call meets; null when there is none. */
    private @org.jspecify.annotations.Nullable StoreFault strike(Verb verb) {
        int call = calls[verb.ordinal()]++;
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
