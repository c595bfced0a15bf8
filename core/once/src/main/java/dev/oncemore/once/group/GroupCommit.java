package dev.oncemore.once.group;

import dev.oncemore.internal.Rethrow;
import dev.oncemore.once.record.RecordLockedException;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.OpenTransaction;
import dev.oncemore.retry.policy.FailureKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Lets callers that arrive while a batch is running share the next one: one statement and one commit for all of them.
 *
 * <ol>
 *   <li>A caller that finds a free lane runs its request at once, alone, on its own thread. No request waits for others
 *       to join.
 *   <li>A caller that finds all lanes busy queues. The thread that finishes a batch wakes its callers, takes the queued
 *       requests, passes them to the first of their callers to run, and returns. In this order, because callers that come
 *       back at once then join the next batch: the lane is idle for a moment, but a large batch costs less than two.
 *   <li>A batch contains each key once. A second request for the same key shares the first one's response if that is
 *       the same for all, and otherwise waits for the next batch.
 *   <li>A request from inside an open transaction is run at once, alone: the running batch may wait for a lock that this
 *       transaction holds.
 *   <li>If a batch fails permanently, or because another transaction has one of its records, each of its requests is run
 *       alone, so that one bad request does not fail the others. This is sound because every operation of a store is
 *       safe to repeat. If the store is only unavailable, all callers get the failure.
 * </ol>
 *
 * @param <Q> the type of a request
 * @param <A> the type of its response
 */
public final class GroupCommit<Q, A> {
    private final Function<List<Q>, List<A>> verb;
    private final Function<Q, Object> keyOf;
    private final Predicate<A> isSameForAll;
    private final int lanes;
    private final int batchMax;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Ticket<Q, A>> queue = new ArrayDeque<>();
    private final Set<Thread> leaders = ConcurrentHashMap.newKeySet();
    private int busyLanes;

    /**
     * Creates a front for one operation of a store.
     *
     * @param verb runs a batch and returns responses in its order; safe to repeat
     * @param keyOf the key that a batch may contain only once
     * @param isSameForAll whether this response is also valid for concurrent requests with the same key
     * @param lanes how many batches may run at once
     * @param batchMax the maximum number of requests per batch
     */
    public GroupCommit(
            Function<List<Q>, List<A>> verb,
            Function<Q, Object> keyOf,
            Predicate<A> isSameForAll,
            int lanes,
            int batchMax) {
        this.verb = verb;
        this.keyOf = keyOf;
        this.isSameForAll = isSameForAll;
        this.lanes = lanes;
        this.batchMax = batchMax;
    }

    /**
     * Returns the response to one request, or throws the store's exception for it. An interrupt does not end the wait,
     * because the request may already have taken effect, nor does it reach the store, which also works for others; the
     * flag is restored at the end.
     */
    public A submit(Q request) {
        Ticket<Q, A> own = new Ticket<>(request);
        if (leaders.contains(Thread.currentThread()) || OpenTransaction.isOpen()) {
            // In a batch that this thread runs for others, no other thread could serve it. In a transaction, the others
            // may be waiting for a lock of this very transaction.
            run(List.of(own));
            return own.result();
        }
        boolean interrupted = Thread.interrupted();
        List<Ticket<Q, A>> batch = enqueue(own);
        while (batch != null || !own.isDone()) {
            if (batch == null) {
                interrupted |= own.awaitTurn();
                batch = own.takeLead();
            } else {
                lead(batch);
                batch.forEach(Ticket::wake);
                batch = next(own.isDone());
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return own.result();
    }

    /** Whether a request would be run at once. */
    public boolean isIdle() {
        lock.lock();
        try {
            return busyLanes < lanes;
        } finally {
            lock.unlock();
        }
    }

    /** The number of queued requests. */
    public int queued() {
        lock.lock();
        try {
            return queue.size();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the batch to run, or null if the lanes are busy. */
    private @Nullable List<Ticket<Q, A>> enqueue(Ticket<Q, A> own) {
        lock.lock();
        try {
            queue.add(own);
            if (busyLanes == lanes) {
                return null;
            }
            busyLanes++;
            return takeBatch();
        } finally {
            lock.unlock();
        }
    }

    /** Takes the queued requests to run; null if there are none or another caller was made to run them. */
    private @Nullable List<Ticket<Q, A>> next(boolean goingHome) {
        List<Ticket<Q, A>> batch;
        lock.lock();
        try {
            if (queue.isEmpty()) {
                busyLanes--;
                return null;
            }
            batch = takeBatch();
        } finally {
            lock.unlock();
        }
        if (goingHome) {
            batch.get(0).lead(batch);
            return null;
        }
        return batch;
    }

    private List<Ticket<Q, A>> takeBatch() {
        List<Ticket<Q, A>> batch = new ArrayList<>(Math.min(batchMax, queue.size()));
        if (queue.size() == 1) {
            batch.add(queue.remove());
            return batch;
        }
        Map<Object, Ticket<Q, A>> firsts = new HashMap<>();
        while (!queue.isEmpty() && batch.size() < batchMax) {
            Ticket<Q, A> ticket = queue.remove();
            Ticket<Q, A> first = firsts.putIfAbsent(keyOf.apply(ticket.request), ticket);
            if (first == null) {
                batch.add(ticket);
            } else {
                first.follow(ticket);
            }
        }
        return batch;
    }

    private void lead(List<Ticket<Q, A>> batch) {
        leaders.add(Thread.currentThread());
        try {
            run(batch);
        } finally {
            leaders.remove(Thread.currentThread());
        }
    }

    private void run(List<Ticket<Q, A>> batch) {
        try {
            answer(batch);
        } catch (Throwable failure) {
            if (batch.size() > 1 && mayBeTheFaultOfOne(failure)) {
                for (Ticket<Q, A> ticket : batch) {
                    run(List.of(ticket));
                    ticket.wake();
                }
            } else {
                batch.forEach(ticket -> fail(ticket, failure));
            }
        }
    }

    /**
     * An unavailable store is unavailable for all. Retrying each request would make the last wait for all the others'
     * failures.
     */
    private static boolean mayBeTheFaultOfOne(Throwable failure) {
        return !(failure instanceof StoreException refused)
                || failure instanceof RecordLockedException
                || refused.classification().kind() == FailureKind.PERMANENT
                || refused.classification().kind() == FailureKind.PROGRAMMER_ERROR;
    }

    private void fail(Ticket<Q, A> ticket, Throwable failure) {
        requeue(ticket.takeFollowers());
        ticket.fail(failure);
    }

    private void answer(List<Ticket<Q, A>> batch) {
        List<Q> requests = new ArrayList<>(batch.size());
        for (Ticket<Q, A> ticket : batch) {
            requests.add(ticket.request);
        }
        List<A> answers = verb.apply(requests);
        if (answers.size() != batch.size()) {
            throw new IllegalStateException("the store must return one response per request, but returned "
                    + answers.size() + " for " + batch.size());
        }
        for (int i = 0; i < answers.size(); i++) {
            succeed(batch.get(i), answers.get(i));
        }
    }

    private void succeed(Ticket<Q, A> ticket, A answer) {
        List<Ticket<Q, A>> followers = ticket.takeFollowers();
        if (isSameForAll.test(answer)) {
            followers.forEach(follower -> follower.succeed(answer));
            ticket.wakeWith(followers);
        } else {
            requeue(followers);
        }
        ticket.succeed(answer);
    }

    private void requeue(List<Ticket<Q, A>> tickets) {
        if (tickets.isEmpty()) {
            return;
        }
        lock.lock();
        try {
            for (int i = tickets.size() - 1; i >= 0; i--) {
                queue.addFirst(tickets.get(i));
            }
        } finally {
            lock.unlock();
        }
    }

    /** One caller's entry in the queue. */
    private static final class Ticket<Q, A> {
        final Q request;
        private final Thread caller = Thread.currentThread();
        private volatile boolean done;
        private volatile @Nullable List<Ticket<Q, A>> toLead;
        private @Nullable A answer;
        private @Nullable Throwable failure;
        private @Nullable List<Ticket<Q, A>> followers;

        Ticket(Q request) {
            this.request = request;
        }

        boolean isDone() {
            return done;
        }

        /** Makes another request with the same key wait for this one's response. Only while the front's lock is held. */
        void follow(Ticket<Q, A> other) {
            if (followers == null) {
                followers = new ArrayList<>();
            }
            followers.add(other);
        }

        List<Ticket<Q, A>> takeFollowers() {
            List<Ticket<Q, A>> taken = followers;
            followers = null;
            return taken == null ? List.of() : taken;
        }

        void succeed(A value) {
            answer = value;
            done = true;
        }

        void fail(Throwable thrown) {
            failure = thrown;
            done = true;
        }

        /** Wakes the followers together with this one. */
        void wakeWith(List<Ticket<Q, A>> others) {
            followers = others;
        }

        @SuppressWarnings("ReferenceEquality") // a thread is only itself
        void wake() {
            if (caller != Thread.currentThread()) {
                LockSupport.unpark(caller);
            }
            takeFollowers().forEach(Ticket::wake);
        }

        void lead(List<Ticket<Q, A>> batch) {
            toLead = batch;
            LockSupport.unpark(caller);
        }

        /** Waits for the response or for a batch to run; returns whether there was an interrupt. */
        boolean awaitTurn() {
            boolean interrupted = false;
            while (!done && toLead == null) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
            return interrupted;
        }

        @Nullable
        List<Ticket<Q, A>> takeLead() {
            List<Ticket<Q, A>> batch = toLead;
            toLead = null;
            return batch;
        }

        @SuppressWarnings("NullAway") // a ticket that is done without a failure has an answer
        A result() {
            Throwable thrown = failure;
            if (thrown instanceof StoreException shared) {
                // Each caller gets its own exception, because callers add suppressed ones.
                throw new StoreException(shared.classification().kind(), String.valueOf(shared.getMessage()), shared);
            }
            if (thrown != null) {
                throw Rethrow.<RuntimeException>as(thrown); // Kotlin and Groovy throw checked ones too
            }
            return answer;
        }
    }
}
