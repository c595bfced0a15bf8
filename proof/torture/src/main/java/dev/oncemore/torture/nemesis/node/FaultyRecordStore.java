package dev.oncemore.torture.nemesis.node;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.NewOutcome;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.TakeOver;
import java.util.List;
import java.util.Optional;

/** A record store behind the node's active fault. */
record FaultyRecordStore(RecordStore store, FaultSwitch faults) implements RecordStore {

    @Override
    public List<Inserted> insertOrRead(List<NewClaim> claims) {
        return faults.verb(() -> store.insertOrRead(claims));
    }

    @Override
    public List<Optional<Long>> takeOver(List<TakeOver> takeOvers) {
        return faults.verb(() -> store.takeOver(takeOvers));
    }

    @Override
    public List<Boolean> finish(List<RecordFinish> finishes) {
        return faults.finish(() -> store.finish(finishes));
    }

    @Override
    public List<Boolean> insertSettled(List<NewOutcome> outcomes) {
        return faults.finish(() -> store.insertSettled(outcomes));
    }

    @Override
    public List<Boolean> extend(List<RecordExtension> extensions) {
        return faults.extend(() -> store.extend(extensions));
    }

    @Override
    public List<Optional<OnceRecord>> read(List<Key> keys) {
        return faults.verb(() -> store.read(keys));
    }

    @Override
    public int purge(int rowsMax) {
        return faults.verb(() -> store.purge(rowsMax));
    }

    @Override
    public List<String> warnings() {
        return store.warnings();
    }

    @Override
    public int concurrentBatches() {
        return store.concurrentBatches();
    }
}
