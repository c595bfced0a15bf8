package dev.oncemore.torture.compose;

import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.torture.sim.Simulation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Records in users' transactions. The unique key is the lock: a second transaction waits for the first, as long as a database
 * would, and then sees its result. Outside of transactions the records can only be read.
 */
final class JoinedRecords implements JoiningStore<Transaction> {
    private static final long LOOK_AGAIN_NANOS = 5_000_000;
    private static final long LOCK_TIMEOUT_NANOS = 3_000_000_000L;

    private final Simulation time;
    private final Map<Key, Row> rows = new HashMap<>();
    private final Map<Key, Transaction> locks = new HashMap<>();
    private long lastFence;

    JoinedRecords(Simulation time) {
        this.time = time;
    }

    /**
     * One record.
     *
     * @param claim its claim
     * @param state its state
     * @param fence its fence
     * @param attempts how often it was claimed
     * @param end how it ended; null while it is running
     */
    record Row(
            NewClaim claim,
            RecordState state,
            long fence,
            int attempts,
            @Nullable RecordFinish end) {
        OnceRecord shown() {
            boolean running = state == RecordState.RUNNING;
            return new OnceRecord(
                    claim.key(),
                    claim.fingerprint(),
                    state,
                    fence,
                    claim.token(),
                    claim.who(),
                    attempts,
                    end == null ? null : end.response(),
                    end == null ? null : end.label(),
                    end == null ? null : end.error(),
                    end == null ? null : end.resource(),
                    Instant.EPOCH,
                    Instant.EPOCH,
                    running ? Instant.EPOCH : null,
                    null,
                    running,
                    false);
        }
    }

    @Override
    public RecordStore join(Transaction transaction) {
        return new Joined(transaction);
    }

    void release(Transaction transaction) {
        locks.values().removeIf(owner -> isSame(owner, transaction));
    }

    void restore(Transaction transaction) {
        transaction.before().forEach((key, row) -> {
            if (row == null) {
                rows.remove(key);
            } else {
                rows.put(key, row);
            }
        });
        release(transaction);
    }

    @SuppressWarnings("ReferenceEquality") // a transaction is only itself
    private static boolean isSame(@Nullable Transaction one, Transaction other) {
        return one == other;
    }

    @Override
    public List<Optional<OnceRecord>> read(List<Key> keys) {
        List<Optional<OnceRecord>> answers = new ArrayList<>(keys.size());
        for (Key key : keys) {
            Transaction owner = locks.get(key);
            Row row = owner == null ? rows.get(key) : owner.before().get(key);
            answers.add(Optional.ofNullable(row).map(Row::shown));
        }
        return answers;
    }

    @Override
    public List<Inserted> insertOrRead(List<NewClaim> claims) {
        throw outside();
    }

    @Override
    public List<Optional<Long>> takeOver(List<TakeOver> takeOvers) {
        throw outside();
    }

    @Override
    public List<Boolean> finish(List<RecordFinish> finishes) {
        throw outside();
    }

    @Override
    public List<Boolean> extend(List<RecordExtension> extensions) {
        throw outside();
    }

    @Override
    public int purge(int rowsMax) {
        throw outside();
    }

    @Override
    public List<String> warnings() {
        return List.of();
    }

    private static UnsupportedOperationException outside() {
        return new UnsupportedOperationException("these records are changed in transactions only");
    }

    /** The verbs in one transaction. */
    private final class Joined implements RecordStore {
        private final Transaction transaction;

        Joined(Transaction transaction) {
            this.transaction = transaction;
        }

        /** Waits for the other transaction that has the key. */
        private void lock(Key key) {
            long until = time.nanoTime() + LOCK_TIMEOUT_NANOS;
            while (locks.get(key) != null && !isSame(locks.get(key), transaction)) {
                if (time.nanoTime() >= until) {
                    throw new StoreException(FailureKind.TRANSIENT, "lock timeout", null);
                }
                time.pass(LOOK_AGAIN_NANOS);
            }
            locks.put(key, transaction);
            if (!transaction.before().containsKey(key)) {
                transaction.before().put(key, rows.get(key));
            }
        }

        @Override
        public List<Inserted> insertOrRead(List<NewClaim> claims) {
            List<Inserted> answers = new ArrayList<>(claims.size());
            for (NewClaim claim : claims) {
                lock(claim.key());
                Row row = rows.get(claim.key());
                if (row == null) {
                    rows.put(claim.key(), new Row(claim, RecordState.RUNNING, ++lastFence, 1, null));
                    answers.add(Inserted.claimed(lastFence));
                } else {
                    answers.add(Inserted.found(row.shown()));
                }
            }
            return answers;
        }

        @Override
        public List<Optional<Long>> takeOver(List<TakeOver> takeOvers) {
            List<Optional<Long>> answers = new ArrayList<>(takeOvers.size());
            for (TakeOver takeOver : takeOvers) {
                Key key = takeOver.claim().key();
                lock(key);
                Row row = rows.get(key);
                if (row == null || row.fence != takeOver.expectedFence()) {
                    answers.add(Optional.empty());
                } else {
                    rows.put(key, new Row(takeOver.claim(), RecordState.RUNNING, ++lastFence, row.attempts + 1, null));
                    answers.add(Optional.of(lastFence));
                }
            }
            return answers;
        }

        @Override
        public List<Boolean> finish(List<RecordFinish> finishes) {
            List<Boolean> answers = new ArrayList<>(finishes.size());
            for (RecordFinish finish : finishes) {
                lock(finish.key());
                Row row = rows.get(finish.key());
                boolean owns = row != null && row.fence == finish.fence() && row.state == RecordState.RUNNING;
                if (row != null && owns) {
                    rows.put(finish.key(), new Row(row.claim, finish.state(), row.fence, row.attempts, finish));
                }
                answers.add(owns);
            }
            return answers;
        }

        @Override
        public List<Boolean> extend(List<RecordExtension> extensions) {
            throw new UnsupportedOperationException("there are no leases in a transaction");
        }

        @Override
        public List<Optional<OnceRecord>> read(List<Key> keys) {
            List<Optional<OnceRecord>> answers = new ArrayList<>(keys.size());
            for (Key key : keys) {
                answers.add(Optional.ofNullable(rows.get(key)).map(Row::shown));
            }
            return answers;
        }

        @Override
        public int purge(int rowsMax) {
            throw new UnsupportedOperationException("nothing is purged in a transaction");
        }

        @Override
        public List<String> warnings() {
            return List.of();
        }
    }
}
