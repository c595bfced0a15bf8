package dev.oncemore.http.serve;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.retry.policy.FailureKind;
import java.util.List;
import java.util.Optional;

/** A store that cannot be reached, and will not be soon. */
final class AbsentStore implements RecordStore {
    private static StoreException away() {
        return new StoreException(FailureKind.PERMANENT, "the store is away", null);
    }

    @Override
    public List<Inserted> insertOrRead(List<NewClaim> claims) {
        throw away();
    }

    @Override
    public List<Optional<Long>> takeOver(List<TakeOver> takeOvers) {
        throw away();
    }

    @Override
    public List<Boolean> finish(List<RecordFinish> finishes) {
        throw away();
    }

    @Override
    public List<Boolean> extend(List<RecordExtension> extensions) {
        throw away();
    }

    @Override
    public List<Optional<OnceRecord>> read(List<Key> keys) {
        throw away();
    }

    @Override
    public int purge(int rowsMax) {
        throw away();
    }

    @Override
    public List<String> warnings() {
        return List.of();
    }
}
