package dev.oncemore.once.record;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The verbs every store has. All take a batch and answer in its order; when a call returns, what it did is durable. A batch of
 * claims or take-overs names each key once; one of ends or extensions may name a key under several fences, and each is
 * answered for itself. Any other repetition is refused before anything is done, see {@link Batches}.
 *
 * <ol>
 *   <li>Each record changes as a whole or not at all, whoever else is at it. A batch is only a way to save round trips: when a
 *       call fails, any part of it may have been done.
 *   <li>Each verb is therefore safe to repeat: a claimant that finds its own token, or a finisher that finds its own fence
 *       finished with the same state, is told that it succeeded. One that finds another state there is told that it did not.
 *   <li>Only the store's clock decides whether a lease or a record is over.
 *   <li>Fences only rise, per key and for ever: not even a purge lets one come back. (A claim that was rolled back with the
 *       user's transaction never was; its fence may be given again.)
 * </ol>
 *
 * <p>Failures of the store are {@link dev.oncemore.OncemoreException}s.
 */
public interface RecordStore {

    /**
     * Inserts a running record for each key that has none, and reads the one that is there for the others. It never
     * changes an existing record, and a key that is only read costs no write. (In the user's transaction it may: SQLite takes
     * its write lock, MariaDB draws a fence.) It does not wait for long for somebody's open transaction that has the key, but
     * says that it is taken; unless it is part of the user's transaction itself, which waits as the database does.
     */
    List<Inserted> insertOrRead(List<NewClaim> claims);

    /**
     * Makes existing records running ones again. Answers the new fence, or empty if the record has another fence than expected or
     * may not run again. A record may run again if it failed and may be retried, its outcome is unknown, or its lease is over;
     * with {@link TakeOver#afresh}, if it is expired. The fence alone is not enough: an owner may settle its record after its
     * lease is over.
     */
    List<Optional<Long>> takeOver(List<TakeOver> takeOvers);

    /** Settles running records, each only under its fence. False where the claimant had lost it. */
    List<Boolean> finish(List<RecordFinish> finishes);

    /** Extends leases of running records, each only under its fence. False where the claimant had lost it. */
    List<Boolean> extend(List<RecordExtension> extensions);

    /** The records as they are, expired ones too as long as they are there. */
    List<Optional<OnceRecord>> read(List<Key> keys);

    /**
     * Deletes up to so many records whose time is over, never a running one under a live lease, without holding a lock for
     * long; answers how many it deleted.
     */
    int purge(int rowsMax);

    /** Settings of the store that break the promises, in words for people; empty when all is well. */
    List<String> warnings();

    /** How many batches may be under way at once; more callers share a batch. */
    default int concurrentBatches() {
        return 1;
    }

    /**
     * What an insert found.
     *
     * @param fence the fence of the new record, when it was inserted (or had been, by the same token)
     * @param existing the record that was there, when it was not; null as well when an open transaction has the key
     */
    record Inserted(@Nullable Long fence, @Nullable OnceRecord existing) {
        /** The claim is new. */
        public static Inserted claimed(long fence) {
            return new Inserted(fence, null);
        }

        /** Somebody's transaction that is still open has the key. */
        public static Inserted taken() {
            return new Inserted(null, null);
        }

        /** There was a record already. */
        public static Inserted found(OnceRecord existing) {
            return new Inserted(null, existing);
        }
    }
}
