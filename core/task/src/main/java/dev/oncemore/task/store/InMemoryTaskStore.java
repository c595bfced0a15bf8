package dev.oncemore.task.store;

import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.time.Time;
import dev.oncemore.time.WallClock;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps tasks in the memory of this process: for tests, and for work that need not outlive the process. One lock guards
 * everything, and a claim scans every live task, so it suits thousands of tasks but not millions.
 */
public final class InMemoryTaskStore extends MemoryVerbs implements JoiningTaskStore<InMemoryTransaction> {
    private static final int DEFAULT_CAPACITY = 100_000;

    private final MemoryClock clock;
    private final int capacity;
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<Ended>> endListeners = new CopyOnWriteArrayList<>();
    private final Object lock = new Object();
    private final Nodes nodes = new MemoryNodes(this);
    private MemoryTables committed = new MemoryTables();
    private @Nullable InMemoryTransaction open;

    /** Creates a store for 100,000 live tasks, with the system's time. */
    public InMemoryTaskStore() {
        this(Time.system(), WallClock.system(), DEFAULT_CAPACITY);
    }

    /** Creates a store with this time; the wall clock only sets the start. At capacity, new tasks are refused. */
    public InMemoryTaskStore(Time time, InstantSource wallClock, int capacity) {
        this(new MemoryClock(time, wallClock), capacity);
    }

    private InMemoryTaskStore(MemoryClock clock, int capacity) {
        super(clock, capacity);
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be at least 1, but is " + capacity);
        }
        this.clock = clock;
        this.capacity = capacity;
    }

    /** Begins a transaction; a second one waits until the first has ended. */
    public InMemoryTransaction begin() {
        synchronized (lock) {
            awaitTurn();
            InMemoryTransaction begun = new InMemoryTransaction(this, committed.copy());
            open = begun;
            return begun;
        }
    }

    @SuppressWarnings("ReferenceEquality") // a transaction is only itself
    void end(InMemoryTransaction transaction, boolean commits) {
        synchronized (lock) {
            if (open != transaction) {
                throw new IllegalStateException("the transaction has already ended");
            }
            open = null;
            if (commits) {
                committed = transaction.tables;
            }
            lock.notifyAll();
        }
        if (commits) {
            wake();
        }
    }

    @Override
    public TaskStore join(InMemoryTransaction transaction) {
        return new Joined(transaction.tables);
    }

    @Override
    <T> T read(Function<MemoryTables, T> question) {
        synchronized (lock) {
            return question.apply(committed);
        }
    }

    @Override
    <T> T write(Function<MemoryTables, T> change) {
        T answer;
        synchronized (lock) {
            awaitTurn();
            answer = change.apply(committed);
        }
        wake();
        return answer;
    }

    private void awaitTurn() {
        try {
            while (open != null) {
                lock.wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(FailureKind.TRANSIENT, "interrupted while another transaction was open", e);
        }
    }

    /** Called outside the lock, because listeners may call the store. */
    private void wake() {
        List<String> queues;
        List<String> ended;
        synchronized (lock) {
            queues = List.copyOf(committed.woken);
            committed.woken.clear();
            ended = List.copyOf(committed.ended);
            committed.ended.clear();
        }
        for (String id : ended) {
            endListeners.forEach(listener -> listener.accept(Ended.of(id)));
        }
        for (String queue : queues) {
            listeners.forEach(listener -> listener.accept(queue));
        }
    }

    @Override
    public Subscription onWork(Consumer<String> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public Optional<Nodes> nodes() {
        return Optional.of(nodes);
    }

    @Override
    public Subscription onEnd(Consumer<Ended> listener) {
        endListeners.add(listener);
        return () -> endListeners.remove(listener);
    }

    @Override
    public List<String> warnings() {
        return List.of("tasks are kept in memory only: they are lost on a restart");
    }

    /** The operations on a transaction's own copy; it wakes no worker before it commits. */
    private final class Joined extends MemoryVerbs {
        private final MemoryTables tables;

        Joined(MemoryTables tables) {
            super(clock, capacity);
            this.tables = tables;
        }

        @Override
        <T> T read(Function<MemoryTables, T> question) {
            return question.apply(tables);
        }

        @Override
        <T> T write(Function<MemoryTables, T> change) {
            return change.apply(tables);
        }

        @Override
        public Subscription onWork(Consumer<String> listener) {
            return InMemoryTaskStore.this.onWork(listener);
        }

        @Override
        public List<String> warnings() {
            return InMemoryTaskStore.this.warnings();
        }
    }
}
