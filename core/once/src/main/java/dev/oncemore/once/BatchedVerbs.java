package dev.oncemore.once;

import dev.oncemore.once.group.GroupCommit;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.RecordStore.Inserted;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.retry.Deadline;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A store behind group commits: concurrent callers share statements and commits. */
final class BatchedVerbs implements Claims.Verbs {
    private static final int BATCH_MAX = 256;

    private final GroupCommit<NewClaim, Inserted> inserts;
    private final GroupCommit<TakeOver, Optional<Long>> takeOvers;
    private final GroupCommit<RecordFinish, Boolean> finishes;
    private final GroupCommit<Key, Optional<OnceRecord>> reads;

    BatchedVerbs(RecordStore store) {
        int lanes = store.concurrentBatches();
        inserts = new GroupCommit<>(
                unlimited(store::insertOrRead), NewClaim::key, BatchedVerbs::isSettled, lanes, BATCH_MAX);
        takeOvers = new GroupCommit<>(
                unlimited(store::takeOver), takeOver -> takeOver.claim().key(), answer -> false, lanes, BATCH_MAX);
        finishes = new GroupCommit<>(unlimited(store::finish), RecordFinish::key, answer -> false, lanes, BATCH_MAX);
        reads = new GroupCommit<>(unlimited(store::read), key -> key, answer -> true, lanes, BATCH_MAX);
    }

    /** A batch serves many callers: the deadline of the caller that runs it must not fail the others. */
    private static <Q, A> Function<List<Q>, List<A>> unlimited(Function<List<Q>, List<A>> verb) {
        return requests -> Deadline.without(() -> verb.apply(requests));
    }

    /** A settled record is the same for all callers: concurrent repetitions of a request cost one row of one batch. */
    private static boolean isSettled(Inserted inserted) {
        OnceRecord existing = inserted.existing();
        return existing != null
                && !existing.expired()
                && (existing.state() == RecordState.SUCCEEDED || existing.state() == RecordState.FAILED_FINAL);
    }

    @Override
    public Inserted insertOrRead(NewClaim claim) {
        return inserts.submit(claim);
    }

    @Override
    public Optional<Long> takeOver(TakeOver takeOver) {
        return takeOvers.submit(takeOver);
    }

    @Override
    public boolean finish(RecordFinish finish) {
        return finishes.submit(finish);
    }

    Optional<OnceRecord> read(Key key) {
        return reads.submit(key);
    }
}
