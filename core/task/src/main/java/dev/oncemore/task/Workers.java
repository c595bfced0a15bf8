package dev.oncemore.task;

import dev.oncemore.task.store.End;
import dev.oncemore.task.store.TaskStore;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The workers of one node:
 *
 * <ol>
 *   <li>One claim at a time requests as many tasks as there is room for, over all queues, and again as soon as half of
 *       the room is free. If there is no work, it polls once a second, and at once when this process enqueues.
 *   <li>Threads take units from their queue's buffer until it is empty: a task, or a run of a lane, which one thread
 *       executes in order.
 *   <li>Ends are recorded in batches while the threads continue. An end that blocks its lane is recorded together with
 *       the rest of the run, which is released.
 *   <li>One heartbeat serves all held tasks, and one tells other nodes that this one is alive.
 * </ol>
 *
 * <p>The JVM runs until they are closed, or it is told to exit; see {@link TaskSettings#daemon}.
 */
public final class Workers implements AutoCloseable {
    private static final int HOOKS_AT_ONCE = 4;

    private final Engine engine;
    private final Executor executor;
    private final Map<String, Feed> feeds = new LinkedHashMap<>();
    private final CallbackExecutor hooks;
    private final CallbackExecutor listening;
    private final Performer performer;
    private final Finisher finisher;
    private final Heartbeat heartbeat;
    private final Membership membership;
    private final Claiming claiming;
    private final UnderWay underWay;
    private final Consumer<Workers> onClosed;
    private final KeepAlive keepAlive = new KeepAlive();
    private TaskStore.@Nullable Subscription subscription;
    private volatile boolean closing;
    private boolean closed;

    Workers(Engine engine, Set<String> queues, Consumer<Workers> onClosed) {
        this.engine = engine;
        this.onClosed = onClosed;
        executor = engine.settings.executor();
        queues.forEach(this::addFeed);
        addFeed(BulkRedrive.QUEUE);
        hooks = new CallbackExecutor("hooks of lost tasks", executor, engine.settings.time, HOOKS_AT_ONCE);
        listening = new CallbackExecutor("events for the listener", executor, engine.settings.time, 1);
        performer = new Performer(engine);
        finisher = new Finisher(engine, executor, new Settlement());
        heartbeat = new Heartbeat(engine, executor);
        underWay = new UnderWay(engine.settings.time);
        membership = new Membership(engine, executor, heartbeat, this::wakeUp);
        claiming =
                new Claiming(engine, executor, feeds.values(), underWay, this::deliver, hooks, listening, membership);
    }

    private void addFeed(String queue) {
        QueueSettings settings = engine.settings.queues.getOrDefault(queue, QueueSettings.standard());
        feeds.put(queue, new Feed(queue, settings, new RateBucket(engine.settings.time, settings.ratePerSecond())));
    }

    void start() {
        engine.running.incrementAndGet();
        engine.heartbeats.add(heartbeat);
        subscription = engine.store.onWork(this::wakeUp);
        claiming.start();
        membership.start();
        if (!engine.settings.daemon) {
            keepAlive.start();
        }
    }

    void wakeUp() {
        feeds.values().forEach(Feed::wake);
        claiming.request();
    }

    private void wakeUp(String queue) {
        Feed feed = feeds.get(queue);
        if (feed != null) {
            feed.wake();
            claiming.request();
        }
    }

    /** The number of claimed tasks whose end is not recorded yet. */
    public int held() {
        return feeds.values().stream().mapToInt(Feed::held).sum();
    }

    /** Starts the units that were claimed for a queue and are in its feed. */
    private void deliver(Feed feed, List<TaskRun> runs) {
        int deposed = heartbeat.add(runs);
        if (deposed > 0) {
            Engine.LOG.log(
                    Level.WARNING,
                    deposed + " tasks of queue '" + feed.queue
                            + "' were still running here when this node claimed them again: it"
                            + " sent no heartbeat for longer than its lease (a long pause, or an unreachable database?)."
                            + " The old runs are interrupted, and the new ones wait for them");
        }
        if (closing) {
            release(feed);
        }
        for (int more = feed.hire(); more > 0; more--) {
            underWay.enter();
            try {
                executor.execute(() -> work(feed));
            } catch (RejectedExecutionException | OutOfMemoryError e) {
                Engine.LOG.log(Level.ERROR, "the executor rejected the work; the claimed tasks are released", e);
                underWay.leave();
                feed.dismiss();
                release(feed);
            }
        }
    }

    private void work(Feed feed) {
        try {
            for (List<TaskRun> unit = feed.next(); unit != null; unit = feed.next()) {
                if (feed.isHungry()) {
                    claiming.request();
                }
                try {
                    perform(unit);
                } finally {
                    feed.leave(unit);
                }
            }
        } finally {
            underWay.leave();
        }
    }

    /** Runs tasks in sequence; the first that blocks its lane releases the rest with it. */
    private void perform(List<TaskRun> unit) {
        LaneFinishes ends = new LaneFinishes(finisher);
        for (int i = 0; i < unit.size(); i++) {
            TaskRun run = unit.get(i);
            if (closing || run.isLost()) {
                ends.add(released(unit.subList(i, unit.size())));
                return;
            }
            Optional<Conclusion> conclusion = performer.perform(run);
            // The interrupt was meant for the handler, and must not reach the next one on this thread.
            Thread.interrupted();
            if (conclusion.map(Conclusion::pausesItsQueue).orElse(false)) {
                release(feedOf(run));
            }
            List<Conclusion> concluded = new ArrayList<>(conclusion.stream().toList());
            boolean goesOn = conclusion.map(end -> !end.holdsUpItsLane()).orElse(false);
            if (!goesOn) {
                concluded.addAll(released(unit.subList(i + 1, unit.size())));
            }
            ends.add(concluded);
            if (!goesOn) {
                return;
            }
        }
    }

    private Feed feedOf(TaskRun run) {
        return Objects.requireNonNull(feeds.get(run.queue()), "a task was claimed from a queue without a feed");
    }

    private void release(Feed feed) {
        feed.clear().forEach(unit -> finisher.submit(released(unit)));
    }

    /** Releases the runs that closing has not released already. */
    private static List<Conclusion> released(List<TaskRun> runs) {
        return runs.stream().filter(TaskRun::end).map(Conclusion::released).toList();
    }

    /** As {@link #close(Duration)}, with the time from the settings. */
    @Override
    public void close() {
        close(engine.settings.shutdownAtMost);
    }

    /**
     * Stops claiming, releases tasks that have not started, and waits this long for running ones; handlers that are not
     * done by then are interrupted, and their tasks released too. Heartbeats continue until the end.
     */
    public void close(Duration atMost) {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        try {
            stop(atMost);
        } finally {
            keepAlive.stop();
            engine.heartbeats.remove(heartbeat);
            engine.running.decrementAndGet();
            onClosed.accept(this);
        }
    }

    private void stop(Duration atMost) {
        closing = true;
        if (subscription != null) {
            subscription.close();
        }
        claiming.stop();
        feeds.values().forEach(this::release);
        if (!underWay.awaitNone(atMost)) {
            heartbeat.held().stream()
                    .filter(TaskRun::abandon)
                    .forEach(run -> finisher.submit(List.of(Conclusion.released(run))));
        }
        finisher.underWay().awaitNone(engine.settings.lease);
        listening.underWay().awaitNone(engine.settings.lease);
        heartbeat.stop();
        membership.stop();
    }

    /** Handles the store's responses. */
    private final class Settlement implements Finisher.Settling {
        @Override
        public void settled(Conclusion conclusion, boolean accepted) {
            TaskRun run = conclusion.run();
            Feed feed = drop(run);
            if (accepted) {
                tell(conclusion);
            } else {
                lost(run, conclusion.end());
            }
            if (conclusion.end() instanceof End.Retry retry) {
                claiming.requestAfter(feed, retry.delay());
            }
            if (run.lane().isPresent()) {
                // The next task of its lane may be claimable now.
                feed.wake();
            }
            if (feed.isHungry()) {
                claiming.request();
            }
        }

        @Override
        public void unwritable(Conclusion conclusion) {
            drop(conclusion.run());
        }

        private Feed drop(TaskRun run) {
            heartbeat.remove(run);
            Feed feed = feedOf(run);
            feed.settle();
            return feed;
        }

        private void tell(Conclusion conclusion) {
            TaskEvent event = conclusion.event();
            if (event != null && engine.listens()) {
                listening.run(() -> engine.emit(event, conclusion.run().task()));
            }
        }

        /** Called when another claim has the task, and with it the rest of its lane. */
        private void lost(TaskRun run, End end) {
            if (engine.listens() && (run.isLost() || !(end instanceof End.Released))) {
                listening.run(() -> engine.emit(
                        new TaskEvent.Lost(run.queue(), run.kind(), run.id(), run.attempt(), run.fence()), run.task()));
            }
            heartbeat.lose(run);
        }
    }
}
