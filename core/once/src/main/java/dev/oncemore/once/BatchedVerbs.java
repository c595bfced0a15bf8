package dev.oncemore.once;

import dev.oncemore.once.group.GroupCommit;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.NewOutcome;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.RecordStore.FinishedAndClaimed;
import dev.oncemore.once.record.RecordStore.Inserted;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.retry.Deadline;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A store behind group commits: concurrent callers share statements and commits. */
final class BatchedVerbs implements Claims.Verbs {
    private static final int BATCH_MAX = 256;

    /** Of claims and ends: those that wait together are committed together. */
    private final GroupCommit<Object, Object> finishesAndClaims;

    private final GroupCommit<TakeOver, Optional<Long>> takeOvers;
    private final GroupCommit<NewOutcome, Boolean> outcomes;
    private final GroupCommit<Key, Optional<OnceRecord>> reads;

    BatchedVerbs(RecordStore store) {
        int lanes = store.concurrentBatches();
        finishesAndClaims = new GroupCommit<>(
                unlimited(requests -> finishAndClaim(store, requests)),
                BatchedVerbs::nameOf,
                BatchedVerbs::isSettled,
                lanes,
                BATCH_MAX);
        takeOvers = new GroupCommit<>(
                unlimited(store::takeOver), takeOver -> takeOver.claim().key(), answer -> false, lanes, BATCH_MAX);
        outcomes =
                new GroupCommit<>(unlimited(store::insertSettled), NewOutcome::key, answer -> false, lanes, BATCH_MAX);
        reads = new GroupCommit<>(unlimited(store::read), key -> key, answer -> true, lanes, BATCH_MAX);
    }

    /** A batch serves many callers: the deadline of the caller that runs it must not fail the others. */
    private static <Q, A> Function<List<Q>, List<A>> unlimited(Function<List<Q>, List<A>> verb) {
        return requests -> Deadline.without(() -> verb.apply(requests));
    }

    private static List<Object> finishAndClaim(RecordStore store, List<Object> requests) {
        List<RecordFinish> finishes = new ArrayList<>();
        List<NewClaim> claims = new ArrayList<>();
        for (Object request : requests) {
            if (request instanceof NewClaim claim) {
                claims.add(claim);
            } else {
                finishes.add((RecordFinish) request);
            }
        }
        if (finishes.isEmpty()) {
            return List.copyOf(store.insertOrRead(claims));
        }
        if (claims.isEmpty()) {
            return List.copyOf(store.finish(finishes));
        }
        FinishedAndClaimed both = store.finishAndClaim(finishes, claims);
        if (both.finished().size() != finishes.size() || both.claimed().size() != claims.size()) {
            throw new IllegalStateException("the store must return one response per request, but returned "
                    + both.finished().size() + " and " + both.claimed().size() + " for " + finishes.size() + " and "
                    + claims.size());
        }
        Iterator<Boolean> finished = both.finished().iterator();
        Iterator<Inserted> claimed = both.claimed().iterator();
        List<Object> answers = new ArrayList<>(requests.size());
        for (Object request : requests) {
            answers.add(request instanceof NewClaim ? claimed.next() : finished.next());
        }
        return answers;
    }

    /** A batch may have the claim of a key beside its end, which comes first, but no other claim or end of it. */
    private static Object nameOf(Object request) {
        return request instanceof NewClaim claim ? claim.key() : ((RecordFinish) request).claim();
    }

    /** A settled record is the same for all callers: concurrent repetitions of a request cost one row of one batch. */
    private static boolean isSettled(Object answer) {
        OnceRecord existing = answer instanceof Inserted inserted ? inserted.existing() : null;
        return existing != null
                && !existing.expired()
                && (existing.state() == RecordState.SUCCEEDED || existing.state() == RecordState.FAILED_FINAL);
    }

    @Override
    public Inserted insertOrRead(NewClaim claim) {
        return (Inserted) finishesAndClaims.submit(claim);
    }

    @Override
    public Optional<Long> takeOver(TakeOver takeOver) {
        return takeOvers.submit(takeOver);
    }

    @Override
    public boolean finish(RecordFinish finish) {
        return (Boolean) finishesAndClaims.submit(finish);
    }

    boolean insertSettled(NewOutcome outcome) {
        return outcomes.submit(outcome);
    }

    Optional<OnceRecord> read(Key key) {
        return reads.submit(key);
    }
}
