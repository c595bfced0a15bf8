package dev.oncemore.testkit.once;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.NewOutcome;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.TakeOver;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A store that delegates every verb; tests override the verbs that should fail, take time or be observed. */
public abstract class DelegatingRecordStore implements RecordStore {
    private final RecordStore store;

    /** Delegates to this store. */
    protected DelegatingRecordStore(RecordStore store) {
        this.store = Objects.requireNonNull(store, "store");
    }

    @Override
    public List<Inserted> insertOrRead(List<NewClaim> claims) {
        return store.insertOrRead(claims);
    }

    @Override
    public List<Optional<Long>> takeOver(List<TakeOver> takeOvers) {
        return store.takeOver(takeOvers);
    }

    @Override
    public List<Boolean> finish(List<RecordFinish> finishes) {
        return store.finish(finishes);
    }

    // Not finishAndClaim: by default it calls finish and insertOrRead, so that subclasses see all ends and claims
    // there.

    @Override
    public List<Boolean> insertSettled(List<NewOutcome> outcomes) {
        return store.insertSettled(outcomes);
    }

    @Override
    public List<Boolean> extend(List<RecordExtension> extensions) {
        return store.extend(extensions);
    }

    @Override
    public List<Optional<OnceRecord>> read(List<Key> keys) {
        return store.read(keys);
    }

    @Override
    public int purge(int rowsMax) {
        return store.purge(rowsMax);
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
