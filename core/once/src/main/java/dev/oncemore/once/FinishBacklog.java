package dev.oncemore.once;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordLockedException;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.retry.Deadline;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Queue of ends that could not be written at once, retried in batches until the store responds. One alarm serves them
 * all. If the queue is full, further ends are dropped, which is logged: their leases expire.
 *
 * <p>A failed batch goes to the end of the queue, and the next one is half as large. If a record of the batch is locked, each end
 * is written alone, and only the locked one waits. Waiting callers and listeners are notified on another thread of the executor, because that may take long.
 */
final class FinishBacklog {
    private static final Logger LOG = System.getLogger("dev.oncemore.once");
    private static final int ENDS_MAX = 10_000;
    private static final long BYTES_MAX = 64L << 20;
    private static final int BATCH_MAX = 256;

    private final OnceSettings settings;
    private final RecordStore store;
    private final ArrayDeque<End> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private boolean ticking;
    private int batchMax = BATCH_MAX;

    FinishBacklog(OnceSettings settings, RecordStore store) {
        this.settings = settings;
        this.store = store;
    }

    /**
     * One end.
     *
     * @param finish the end to write
     * @param awaitedUntilNanos until when its caller waits
     * @param awaited the caller's wait; null if no caller waits
     * @param settled called with the final result
     */
    record End(
            RecordFinish finish,
            long awaitedUntilNanos,
            @Nullable CompletableFuture<FinishWriter.Written> awaited,
            FinishWriter.Settled settled) {
        long bytes() {
            Bytes response = finish.response();
            return response == null ? 0 : response.size();
        }
    }

    void add(End end, long delayNanos) {
        boolean isFull;
        synchronized (this) {
            isFull = waiting.size() >= ENDS_MAX || waitingBytes + end.bytes() > BYTES_MAX;
            if (!isFull) {
                waiting.add(end);
                waitingBytes += end.bytes();
            }
        }
        if (isFull) {
            LOG.log(
                    Level.ERROR,
                    "too many outcomes are waiting to be written (at most " + ENDS_MAX + ", and " + BYTES_MAX
                            + " bytes); that of " + end.finish.key() + " is dropped, and its lease expires");
            settle(
                    end,
                    new FinishWriter.Unwritten(
                            new IllegalStateException("too many outcomes are waiting to be written")));
        } else {
            tick(delayNanos);
        }
    }

    /** The number of queued ends. */
    synchronized int size() {
        return waiting.size();
    }

    private void tick(long delayNanos) {
        synchronized (this) {
            if (ticking || waiting.isEmpty()) {
                return;
            }
            ticking = true;
        }
        try {
            settings.time.alarm(delayNanos, () -> executeDrain(delayNanos));
        } catch (RuntimeException e) {
            drop("the timer failed", e);
        }
    }

    private void executeDrain(long delayNanos) {
        try {
            settings.executor.execute(() -> drain(delayNanos));
        } catch (RuntimeException e) {
            drop("the executor rejected them", e);
        }
    }

    private void drop(String why, RuntimeException cause) {
        List<End> dropped;
        synchronized (this) {
            ticking = false;
            dropped = new ArrayList<>(waiting);
            waiting.clear();
            waitingBytes = 0;
        }
        LOG.log(Level.ERROR, dropped.size() + " outcomes were not written, and their leases expire: " + why, cause);
        tell(dropped, end -> new FinishWriter.Unwritten(cause));
    }

    private void drain(long delayNanos) {
        boolean isAway = false;
        int before = size();
        try {
            for (int left = before; left > 0 && !isAway; ) {
                List<End> batch = take(left);
                left -= batch.size();
                isAway = !write(batch);
            }
        } finally {
            synchronized (this) {
                ticking = false;
            }
            boolean isStuck = isAway || size() >= before; // all that is left may be locked
            tick(isStuck ? Math.min(FinishWriter.LONGEST_PAUSE_NANOS, delayNanos * 2) : delayNanos);
        }
    }

    /** Takes each key once per batch: an owner and its successor may both be late on one node. */
    private synchronized List<End> take(int most) {
        List<End> batch = new ArrayList<>();
        Set<Key> keys = new HashSet<>();
        for (int left = Math.min(most, waiting.size()); left > 0 && batch.size() < batchMax; left--) {
            End end = waiting.remove();
            if (keys.add(end.finish.key())) {
                batch.add(end);
                waitingBytes -= end.bytes();
            } else {
                waiting.add(end);
            }
        }
        return batch;
    }

    /** Returns false if the store is unavailable; the batch then waits again. */
    private boolean write(List<End> batch) {
        List<Boolean> answers;
        try {
            List<RecordFinish> finishes = batch.stream().map(End::finish).toList();
            answers = Deadline.without(() -> store.finish(finishes));
        } catch (RuntimeException | Error e) {
            boolean isLocked = e instanceof RecordLockedException;
            if (!isLocked && (!(e instanceof RuntimeException failure) || FinishWriter.isPassing(failure))) {
                postpone(batch, e);
                return false;
            }
            if (batch.size() > 1) {
                return batch.stream().map(end -> write(List.of(end))).reduce(true, Boolean::logicalAnd);
            }
            if (isLocked) {
                postpone(batch, e);
                return true; // the store is there, and the others do not wait for this record
            }
            LOG.log(
                    Level.ERROR,
                    "the outcome of " + batch.get(0).finish.key() + " cannot be written; its lease expires",
                    e);
            tell(batch, end -> new FinishWriter.Unwritten(e));
            return true;
        }
        synchronized (this) {
            batchMax = Math.min(BATCH_MAX, batchMax * 2);
        }
        Iterator<Boolean> next = answers.iterator();
        IdentityHashMap<End, FinishWriter.Written> written = new IdentityHashMap<>();
        batch.forEach(end -> written.put(end, new FinishWriter.Answered(next.next())));
        tell(batch, written::get);
        return true;
    }

    private void postpone(List<End> batch, Throwable failure) {
        synchronized (this) {
            waiting.addAll(batch);
            batch.forEach(end -> waitingBytes += end.bytes());
            if (!(failure instanceof RecordLockedException)) {
                batchMax = Math.max(1, Math.min(batchMax, batch.size()) / 2);
            }
        }
        long now = settings.time.nanoTime();
        for (End end : batch) {
            CompletableFuture<FinishWriter.Written> awaited = end.awaited;
            if (awaited != null && now - end.awaitedUntilNanos >= 0) {
                elsewhere(() -> awaited.complete(new FinishWriter.Unwritten(failure)));
            }
        }
    }

    /** Notifies each waiting caller on its own thread, since its next step may block; the others together. */
    private void tell(List<End> ends, Function<End, FinishWriter.Written> written) {
        List<End> unawaited = new ArrayList<>();
        for (End end : ends) {
            if (end.awaited == null) {
                unawaited.add(end);
            } else {
                elsewhere(() -> settle(end, written.apply(end)));
            }
        }
        if (!unawaited.isEmpty()) {
            elsewhere(() -> unawaited.forEach(end -> settle(end, written.apply(end))));
        }
    }

    private void elsewhere(Runnable telling) {
        try {
            settings.executor.execute(telling);
        } catch (RejectedExecutionException e) {
            telling.run();
        }
    }

    /** Completes the caller's future if it still waits; otherwise runs the callback here. */
    private static void settle(End end, FinishWriter.Written written) {
        boolean isAwaited = end.awaited != null && end.awaited.complete(written);
        if (isAwaited && written instanceof FinishWriter.Answered) {
            return;
        }
        try {
            end.settled.on(written);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "the callback after the end of " + end.finish.key() + " failed", e);
        }
    }
}
