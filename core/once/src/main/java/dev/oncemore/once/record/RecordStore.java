package dev.oncemore.once.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a record store. All take a batch and respond in its order; when a call returns, its changes are
 * durable. A batch of claims or takeovers contains each key once; one of ends or extensions may contain a key under
 * several fences, each with its own response. Other duplicates are refused before anything is done, see
 * {@link Batches}.
 *
 * <ol>
 *   <li>Each record changes atomically, whatever runs concurrently. A batch only saves round trips: if a call fails,
 *       any part of it may have been done.
 *   <li>Each operation is therefore safe to repeat: a claimant that finds its own token, or a finisher that finds its
 *       own fence finished with the same state, has succeeded. One that finds another state has not.
 *   <li>Only the store's clock decides whether a lease or a record has expired.
 *   <li>Fences only rise, per key and forever: not even a purge lets one recur. (A claim that was rolled back with the
 *       user's transaction never existed; its fence may be reused.)
 * </ol>
 *
 * <p>Failures of the store are {@link dev.oncemore.OncemoreException}s.
 */
public interface RecordStore {

    /**
     * Inserts a running record for each key without one, and reads the existing one for the others. It never changes an
     * existing record, and a key that is only read costs no write. (In a user transaction it may: SQLite takes its
     * write lock, MariaDB draws a fence.) It does not wait long for another open transaction that has the key, but
     * reports it as taken; inside a user transaction it waits as the database does.
     */
    List<Inserted> insertOrRead(List<NewClaim> claims);

    /**
     * Makes existing records running again. Returns the new fence, or empty if the record has another fence than
     * expected or may not run again. A record may run again if its failure is retryable, its outcome is unknown, or its
     * lease has expired; with {@link TakeOver#afresh}, if it has expired itself. The fence alone is not enough: an
     * owner may settle its record after its lease has expired. It waits for other open transactions as {@link #finish} does,
     * and fails in the same way: the one that has the record may be an earlier attempt of this very takeover.
     */
    List<Optional<Long>> takeOver(List<TakeOver> takeOvers);

    /**
     * Settles running records, each only under its fence. False if the claimant had lost it. It does not wait long for
     * another open transaction that has the record, but fails with a {@link RecordLockedException}; inside a user
     * transaction it waits as the database does.
     */
    List<Boolean> finish(List<RecordFinish> finishes);

    /**
     * Inserts settled records for keys without one: the outcomes of effects that ran without a claim. False if the key
     * has another record; nothing was changed then. A batch contains each key once. It does not wait long for another open
     * transaction that has the key, but fails with a {@link RecordLockedException}: that transaction may roll back, or be an
     * earlier attempt of this very call.
     *
     * <p>By default, a claim and its end. A store that can insert both at once saves a commit.
     */
    default List<Boolean> insertSettled(List<NewOutcome> outcomes) {
        Batches.requireDistinct(outcomes, NewOutcome::key);
        List<Inserted> inserted =
                insertOrRead(outcomes.stream().map(NewOutcome::claim).toList());
        List<RecordFinish> ends = new ArrayList<>();
        for (int i = 0; i < inserted.size(); i++) {
            Long fence = inserted.get(i).fence();
            if (fence != null) {
                ends.add(outcomes.get(i).end().under(fence));
            }
        }
        List<Boolean> finished = ends.isEmpty() ? List.of() : finish(ends);
        List<Boolean> answers = new ArrayList<>(outcomes.size());
        int next = 0;
        for (int i = 0; i < inserted.size(); i++) {
            NewOutcome outcome = outcomes.get(i);
            OnceRecord existing = inserted.get(i).existing();
            if (inserted.get(i).fence() != null) {
                answers.add(finished.get(next++));
            } else if (existing != null) {
                answers.add(outcome.isSameAs(existing));
            } else {
                throw new RecordLockedException(
                        "another open transaction has " + outcome.key() + "; retry later", null);
            }
        }
        return answers;
    }

    /**
     * Settles records as {@link #finish} does and claims keys as {@link #insertOrRead} does, in this order: a claim finds
     * the end of the same key in the same call. Either list may be empty.
     *
     * <p>By default, one after the other. A store that can do both in one transaction saves a round trip and a commit.
     */
    default FinishedAndClaimed finishAndClaim(List<RecordFinish> finishes, List<NewClaim> claims) {
        return new FinishedAndClaimed(
                finishes.isEmpty() ? List.of() : finish(finishes), claims.isEmpty() ? List.of() : insertOrRead(claims));
    }

    /**
     * Extends leases of running records, each only under its fence. False if the claimant had lost it. It waits for other open
     * transactions as {@link #finish} does, and fails in the same way.
     */
    List<Boolean> extend(List<RecordExtension> extensions);

    /** Reads records, including expired ones that still exist. */
    List<Optional<OnceRecord>> read(List<Key> keys);

    /**
     * Deletes up to this many expired records, never a running one under a live lease, without holding a lock for long;
     * returns how many it deleted.
     */
    int purge(int rowsMax);

    /** Describes settings of the store that break its guarantees; empty if there are none. */
    List<String> warnings();

    /** How many batches may run at once; more callers share a batch. */
    default int concurrentBatches() {
        return 1;
    }

    /**
     * The responses to both lists of {@link #finishAndClaim}.
     *
     * @param finished those of {@link #finish}
     * @param claimed those of {@link #insertOrRead}
     */
    record FinishedAndClaimed(List<Boolean> finished, List<Inserted> claimed) {}

    /**
     * The result of an insert.
     *
     * @param fence the fence of the new record, if it was inserted (now or earlier, with the same token)
     * @param existing the existing record, if it was not inserted; also null if an open transaction has the key
     */
    record Inserted(@Nullable Long fence, @Nullable OnceRecord existing) {
        /** The claim was inserted. */
        public static Inserted claimed(long fence) {
            return new Inserted(fence, null);
        }

        /** Another open transaction has the key. */
        public static Inserted taken() {
            return new Inserted(null, null);
        }

        /** The record existed already. */
        public static Inserted found(OnceRecord existing) {
            return new Inserted(null, existing);
        }
    }
}
