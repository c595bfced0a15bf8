package dev.oncemore.once.group;

import dev.oncemore.once.record.StoreException;
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
 * Lets callers that come while a batch is under way share the next one: one statement and one commit for all of them.
 *
 * <ol>
 *   <li>A caller that finds a free lane runs its request at once, alone, on its own thread. Nobody ever waits for company.
 *   <li>A caller that finds all lanes busy queues. Whoever finishes a batch takes what is queued, hands it to the first of
 *       those callers to run, wakes those whose batch it was, and goes home. In this order, because waking takes a while and
 *       the lane would be idle meanwhile.
 *   <li>One batch holds a key once. A second request for the same key shares the first one's answer where that is the same
 *       for all, or else waits for the next batch.
 *   <li>When a batch fails for good, each of its requests is run alone, so that one bad request does not fail the others.
 *       This is sound because every verb of a store is safe to repeat. When the store is only away, all are told.
 * </ol>
 *
 * @param <Q> a request
 * @param <A> its answer
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
     * A front of one verb.
     *
     * @param verb answers a batch, in its order; safe to repeat
     * @param keyOf what may be in a batch only once
     * @param isSameForAll whether this answer is also right for others who asked for the same key at the same time
     * @param lanes how many batches may be under way at once
     * @param batchMax how many requests a batch may have
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
     * The answer to one request, or what the store threw for it. An interrupt does not end the wait, because the request may
     * already have taken effect, nor does it reach the store, which works for others too; the flag is put back at the end.
     */
    public A submit(Q request) {
        Ticket<Q, A> own = new Ticket<>(request);
        if (leaders.contains(Thread.currentThread())) {
            // A request out of a batch that this thread runs for others: nobody else could ever serve it.
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
                List<Ticket<Q, A>> done = batch;
                batch = next(own.isDone());
                done.forEach(Ticket::wake);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return own.result();
    }

    /** How many wait for a batch. */
    int queued() {
        lock.lock();
        try {
            return queue.size();
        } finally {
            lock.unlock();
        }
    }

    /** The batch to run, or null when the lanes are busy. */
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

    /** What is queued now: to run, or null when there is nothing or somebody else was asked to. */
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

    /** A store that is away is away for all. Asking for each would have the last wait for the failures of all the others. */
    private static boolean mayBeTheFaultOfOne(Throwable failure) {
        return !(failure instanceof StoreException refused)
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
            throw new IllegalStateException(
                    "the store gave " + answers.size() + " answers to " + batch.size() + " requests");
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

    /** One caller's place in the queue. */
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

        /** Lets another one with the same key wait for this one's answer. Only while the front's lock is held. */
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

        /** Those who share this one's answer are woken with it. */
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

        /** Waits for the answer or for a batch to run; says whether there was an interrupt. */
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
                // One of its own for each, because callers add to it what they know.
                throw new StoreException(shared.classification().kind(), String.valueOf(shared.getMessage()), shared);
            }
            if (thrown instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (thrown instanceof Error error) {
                throw error;
            }
            return answer;
        }
    }
}
