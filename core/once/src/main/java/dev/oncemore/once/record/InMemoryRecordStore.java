package dev.oncemore.once.record;

import dev.oncemore.time.Time;
import dev.oncemore.time.WallClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps records in the memory of this process: for tests, and for effects that need not outlive the process. One lock
 * guards everything, held only for a lookup.
 */
public final class InMemoryRecordStore implements RecordStore {
    private static final int DEFAULT_CAPACITY = 1_000_000;

    private final Map<Key, Row> rows = new HashMap<>();
    private final Time time;
    private final InstantSource wallClock;
    private final int capacity;
    private long lastFence;

    /** Creates a store for a million records, with the system's time. */
    public InMemoryRecordStore() {
        this(Time.system(), WallClock.system(), DEFAULT_CAPACITY);
    }

    /**
     * Creates a store with this time; the wall clock is for display only. At capacity, new claims are refused rather
     * than old records dropped.
     */
    public InMemoryRecordStore(Time time, InstantSource wallClock, int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be at least 1, but is " + capacity);
        }
        this.time = time;
        this.wallClock = wallClock;
        this.capacity = capacity;
    }

    @Override
    public synchronized List<Inserted> insertOrRead(List<NewClaim> claims) {
        Batches.requireDistinct(claims, NewClaim::key);
        long now = time.nanoTime();
        refuseWhenFull(claims.stream().map(NewClaim::key).toList());
        List<Inserted> answers = new ArrayList<>(claims.size());
        for (NewClaim claim : claims) {
            Row row = rows.get(claim.key());
            if (row == null) {
                row = new Row(claim, ++lastFence, now, wallClock.instant());
                rows.put(claim.key(), row);
                answers.add(Inserted.claimed(row.fence));
            } else if (row.token.equals(claim.token()) && row.state == RecordState.RUNNING) {
                answers.add(Inserted.claimed(row.fence));
            } else {
                answers.add(Inserted.found(row.snapshot(claim.key(), now)));
            }
        }
        return answers;
    }

    /** Checked before anything is inserted: a refused batch must not take up room. */
    private void refuseWhenFull(List<Key> keys) {
        long fresh = keys.stream().filter(key -> !rows.containsKey(key)).count();
        if (rows.size() + fresh > capacity) {
            throw new StoreException("the in-memory store is full (" + capacity + " records); purge it or increase the"
                    + " capacity; unexpired records are never dropped");
        }
    }

    @Override
    public synchronized List<Optional<Long>> takeOver(List<TakeOver> takeOvers) {
        Batches.requireDistinct(takeOvers, takeOver -> takeOver.claim().key());
        long now = time.nanoTime();
        List<Optional<Long>> answers = new ArrayList<>(takeOvers.size());
        for (TakeOver takeOver : takeOvers) {
            Row row = rows.get(takeOver.claim().key());
            if (row != null && row.token.equals(takeOver.claim().token()) && row.state == RecordState.RUNNING) {
                answers.add(Optional.of(row.fence));
            } else if (row == null || row.fence != takeOver.expectedFence() || !row.mayRun(takeOver.afresh(), now)) {
                answers.add(Optional.empty());
            } else {
                row.claimAgain(takeOver, ++lastFence, now, wallClock.instant());
                answers.add(Optional.of(row.fence));
            }
        }
        return answers;
    }

    @Override
    public synchronized List<Boolean> finish(List<RecordFinish> finishes) {
        Batches.requireDistinct(finishes, RecordFinish::claim);
        long now = time.nanoTime();
        List<Boolean> answers = new ArrayList<>(finishes.size());
        for (RecordFinish finish : finishes) {
            Row row = rows.get(finish.key());
            if (row == null || row.fence != finish.fence()) {
                answers.add(false);
                continue;
            }
            if (row.state == RecordState.RUNNING) {
                row.finish(finish, now, wallClock.instant());
            }
            answers.add(row.state == finish.state());
        }
        return answers;
    }

    @Override
    public synchronized List<Boolean> insertSettled(List<NewOutcome> outcomes) {
        Batches.requireDistinct(outcomes, NewOutcome::key);
        long now = time.nanoTime();
        refuseWhenFull(outcomes.stream().map(NewOutcome::key).toList());
        List<Boolean> answers = new ArrayList<>(outcomes.size());
        for (NewOutcome outcome : outcomes) {
            Row row = rows.get(outcome.key());
            if (row == null) {
                row = new Row(outcome.claim(), ++lastFence, now, wallClock.instant());
                row.finish(outcome.end(), now, wallClock.instant());
                rows.put(outcome.key(), row);
            }
            answers.add(outcome.isSameAs(row.snapshot(outcome.key(), now)));
        }
        return answers;
    }

    @Override
    public synchronized List<Boolean> extend(List<RecordExtension> extensions) {
        Batches.requireDistinct(extensions, RecordExtension::claim);
        long now = time.nanoTime();
        List<Boolean> answers = new ArrayList<>(extensions.size());
        for (RecordExtension extension : extensions) {
            Row row = rows.get(extension.key());
            if (row == null || row.fence != extension.fence() || row.state != RecordState.RUNNING) {
                answers.add(false);
            } else {
                row.keepFor(extension.lease(), now, wallClock.instant());
                answers.add(true);
            }
        }
        return answers;
    }

    @Override
    public synchronized List<Optional<OnceRecord>> read(List<Key> keys) {
        long now = time.nanoTime();
        List<Optional<OnceRecord>> answers = new ArrayList<>(keys.size());
        for (Key key : keys) {
            answers.add(Optional.ofNullable(rows.get(key)).map(row -> row.snapshot(key, now)));
        }
        return answers;
    }

    @Override
    public synchronized int purge(int rowsMax) {
        long now = time.nanoTime();
        int purged = 0;
        Iterator<Row> all = rows.values().iterator();
        while (all.hasNext() && purged < rowsMax) {
            if (all.next().isExpired(now)) {
                all.remove();
                purged++;
            }
        }
        return purged;
    }

    @Override
    public List<String> warnings() {
        return List.of("records are kept in memory only: they are lost on a restart");
    }

    /** One record; guarded by the store. */
    private static final class Row {
        private NewClaim claim;
        private String token;
        private RecordState state = RecordState.RUNNING;
        private long fence;
        private int attempts = 1;
        private Instant createdAt;
        private Instant updatedAt;
        /** The end of the lease while it runs, of the retention afterwards. */
        private long untilNanos;
        /** The same for display. Computed once, so that two reads of an unchanged record are equal. */
        private Instant until;

        private @Nullable RecordFinish end;

        Row(NewClaim claim, long fence, long now, Instant wall) {
            this.claim = claim;
            this.token = claim.token();
            this.fence = fence;
            createdAt = wall;
            updatedAt = wall;
            untilNanos = now + claim.lease().toNanos();
            until = wall.plus(claim.lease());
        }

        void keepFor(Duration span, long now, Instant wall) {
            updatedAt = wall;
            untilNanos = now + span.toNanos();
            until = wall.plus(span);
        }

        boolean isHeld(long now) {
            return state == RecordState.RUNNING && untilNanos - now > 0;
        }

        /** Whether a takeover is allowed. */
        boolean mayRun(boolean afresh, long now) {
            return afresh
                    ? isExpired(now)
                    : switch (state) {
                        case RUNNING -> !isHeld(now);
                        case FAILED_RETRYABLE, UNKNOWN -> true;
                        case SUCCEEDED, FAILED_FINAL -> false;
                    };
        }

        boolean isExpired(long now) {
            return state != RecordState.RUNNING && state != RecordState.UNKNOWN && untilNanos - now <= 0;
        }

        void claimAgain(TakeOver takeOver, long newFence, long now, Instant wall) {
            claim = takeOver.claim();
            token = claim.token();
            state = RecordState.RUNNING;
            fence = newFence;
            attempts = takeOver.afresh() ? 1 : attempts + 1;
            createdAt = takeOver.afresh() ? wall : createdAt;
            end = null;
            keepFor(claim.lease(), now, wall);
        }

        void finish(RecordFinish finish, long now, Instant wall) {
            state = finish.state();
            end = finish;
            keepFor(finish.retention(), now, wall);
        }

        OnceRecord snapshot(Key key, long now) {
            boolean running = state == RecordState.RUNNING;
            return new OnceRecord(
                    key,
                    claim.fingerprint(),
                    state,
                    fence,
                    token,
                    claim.who(),
                    attempts,
                    end == null ? null : end.response(),
                    end == null ? null : end.label(),
                    end == null ? null : end.error(),
                    end == null ? null : end.resource(),
                    createdAt,
                    updatedAt,
                    running ? until : null,
                    running || state == RecordState.UNKNOWN ? null : until,
                    running && !isHeld(now),
                    isExpired(now));
        }
    }
}
