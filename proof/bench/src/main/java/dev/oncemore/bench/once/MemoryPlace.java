package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Keys;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.time.Time;
import dev.oncemore.time.WallClock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The store in this process's memory, emptied before each round. The handwritten form is a map, which is also the limit. */
final class MemoryPlace implements Place {
    private static final int CAPACITY = 100_000_000;

    /** The store's logger, muted because a store is created for each round and warns that memory is not durable. */
    private static final Logger ONCE_LOG = Logger.getLogger("dev.oncemore.once");

    private final Map<String, byte[]> map = new ConcurrentHashMap<>();

    MemoryPlace() {
        ONCE_LOG.setLevel(Level.SEVERE);
    }

    @Override
    public Contest contest(Act act) {
        return new Contest(
                Keys.fresh(),
                List.of(
                        OnceCalls.leased(() -> new InMemoryRecordStore(Time.system(), WallClock.system(), CAPACITY)),
                        new Subject(
                                Others.LIMIT,
                                map::clear,
                                key -> Subject.require(map.putIfAbsent(key, Workload.response()) == null, key))));
    }

    @Override
    public void close() {
        map.clear();
    }
}
