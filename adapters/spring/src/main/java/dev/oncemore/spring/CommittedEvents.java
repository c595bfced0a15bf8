package dev.oncemore.spring;

import dev.oncemore.once.OnceEvent;
import dev.oncemore.once.OnceListener;
import dev.oncemore.task.RunScope;
import dev.oncemore.task.TaskEvent;
import dev.oncemore.task.TaskListener;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.store.Task;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Holds back the events of records and tasks that are part of an open transaction until it has committed, and drops them if it
 * or their savepoint is rolled back: meters count what exists. Refusals and duplicates happen whether it commits or not, and are
 * reported at once.
 */
final class CommittedEvents {
    private static final Log LOG = LogFactory.getLog("dev.oncemore.spring");
    /** As many as workers hold for a slow listener. */
    private static final int EVENTS_MAX = 10_000;

    private CommittedEvents() {}

    static OnceListener records(OnceListener listener) {
        return event -> {
            if (event instanceof OnceEvent.Claimed || event instanceof OnceEvent.Finished) {
                afterCommit(() -> listener.on(event));
            } else {
                listener.on(event);
            }
        };
    }

    static TaskListener tasks(TaskListener listener) {
        return new TaskListener() {
            @Override
            public void on(TaskEvent event) {
                if (event instanceof TaskEvent.Enqueued) {
                    afterCommit(() -> listener.on(event));
                } else {
                    listener.on(event);
                }
            }

            @Override
            public void on(TaskEvent event, Task task) {
                if (event instanceof TaskEvent.Enqueued) {
                    afterCommit(() -> listener.on(event, task));
                } else {
                    listener.on(event, task);
                }
            }

            @Override
            public RunScope onRun(Task task, int attempt) {
                return listener.onRun(task, attempt);
            }

            @Override
            public Map<String, String> headers() {
                return listener.headers();
            }

            @Override
            public void onReady(Tasks tasks) {
                listener.onReady(tasks);
            }
        };
    }

    private static void afterCommit(Runnable telling) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.isSynchronizationActive()) {
            telling.run();
            return;
        }
        Held held = (Held) TransactionSynchronizationManager.getResource(CommittedEvents.class);
        if (held == null) {
            held = new Held();
            TransactionSynchronizationManager.registerSynchronization(held);
            TransactionSynchronizationManager.bindResource(CommittedEvents.class, held);
        }
        held.add(telling);
    }

    /** The events of one transaction. */
    private static final class Held implements TransactionSynchronization {
        private final List<Runnable> events = new ArrayList<>();
        /** How many events there were at each savepoint. */
        private final IdentityHashMap<Object, Integer> before = new IdentityHashMap<>();

        private long dropped;

        void add(Runnable telling) {
            if (events.size() < EVENTS_MAX) {
                events.add(telling);
            } else {
                dropped++;
            }
        }

        @Override
        public void savepoint(Object savepoint) {
            before.put(savepoint, events.size());
        }

        /** An unknown savepoint is older than the first event. */
        @Override
        public void savepointRollback(Object savepoint) {
            events.subList(before.getOrDefault(savepoint, 0), events.size()).clear();
        }

        @Override
        public void suspend() {
            TransactionSynchronizationManager.unbindResourceIfPossible(CommittedEvents.class);
        }

        @Override
        public void resume() {
            TransactionSynchronizationManager.bindResource(CommittedEvents.class, this);
        }

        /** The transaction has committed: a listener that throws must not look like a failure of it. */
        @Override
        public void afterCommit() {
            for (Runnable telling : List.copyOf(events)) {
                try {
                    telling.run();
                } catch (RuntimeException e) {
                    LOG.warn("a listener threw on an event of a committed transaction", e);
                }
            }
            if (dropped > 0) {
                LOG.warn("a transaction had more than " + EVENTS_MAX + " events; listeners missed " + dropped);
            }
        }

        @Override
        public void afterCompletion(int status) {
            TransactionSynchronizationManager.unbindResourceIfPossible(CommittedEvents.class);
        }
    }
}
