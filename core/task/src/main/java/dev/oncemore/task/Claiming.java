package dev.oncemore.task;

import dev.oncemore.internal.RateLimitedLogger;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.Lane;
import dev.oncemore.time.Time;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Claims work from the store, one claim at a time for all queues of a node. */
final class Claiming {
    private final Engine engine;
    private final Executor executor;
    private final Collection<Feed> feeds;
    private final UnderWay underWay;
    private final BiConsumer<Feed, List<TaskRun>> delivery;
    private final CallbackExecutor hooks;
    private final CallbackExecutor listening;
    private final Membership membership;
    private final RateLimitedLogger log;
    private long claims;
    /** Requests that no round has seen yet; the thread that raises it from 0 starts the rounds. */
    private final AtomicInteger requests = new AtomicInteger();

    private final Object lock = new Object();
    private final Set<Feed> awaitingRate = new HashSet<>();
    private Time.@Nullable Alarm poll;
    private volatile boolean stopped;

    Claiming(
            Engine engine,
            Executor executor,
            Collection<Feed> feeds,
            UnderWay underWay,
            BiConsumer<Feed, List<TaskRun>> delivery,
            CallbackExecutor hooks,
            CallbackExecutor listening,
            Membership membership) {
        this.engine = engine;
        this.executor = executor;
        this.feeds = feeds;
        this.underWay = underWay;
        this.delivery = delivery;
        this.hooks = hooks;
        this.listening = listening;
        this.membership = membership;
        log = new RateLimitedLogger(Engine.LOG, engine.settings.time);
    }

    /** Claims now, and from then on at least once per poll interval. */
    void start() {
        synchronized (lock) {
            if (stopped) {
                return;
            }
            poll = engine.settings.time.alarm(engine.settings.pollInterval.toNanos(), this::start);
        }
        feeds.forEach(Feed::wake);
        request();
    }

    void stop() {
        synchronized (lock) {
            stopped = true;
            if (poll != null) {
                poll.cancel();
            }
        }
    }

    /** Claims as soon as the current claim has returned, if there is room. */
    void request() {
        if (!stopped && requests.getAndIncrement() == 0) {
            underWay.enter();
            try {
                executor.execute(this::rounds);
            } catch (RejectedExecutionException | OutOfMemoryError e) {
                log.log(Level.ERROR, "the executor rejected the claim; nothing is claimed until the next poll", e);
                requests.set(0);
                underWay.leave();
            }
        }
    }

    /** Claims for a queue when a task may become due; a delay beyond the next poll is left to the poll. */
    void requestAfter(Feed feed, Duration delay) {
        if (!stopped && delay.compareTo(engine.settings.pollInterval) < 0) {
            engine.settings.time.alarm(delay.toNanos(), () -> {
                feed.wake();
                request();
            });
        }
    }

    private void rounds() {
        try {
            int seen;
            do {
                seen = requests.get();
                while (!stopped && round()) {
                    // There may be more, and there is room for it.
                }
            } while (requests.addAndGet(-seen) != 0);
        } catch (Throwable e) {
            // A JVM error: without this, claiming would stop forever.
            log.log(Level.ERROR, "claiming failed; it is retried at the next poll", e);
            requests.set(0);
        } finally {
            underWay.leave();
        }
    }

    /** Makes one claim; returns whether another may be worthwhile. */
    private boolean round() {
        membership.rest();
        Map<Feed, Integer> orders = orders();
        if (orders.isEmpty()) {
            return false;
        }
        Map<String, List<List<TaskRun>>> units;
        ClaimTime asked = ClaimTime.now(engine.settings);
        try {
            List<Claimed> claimed = claim(orders);
            log.recovered("tasks are claimed again");
            units = unitsByQueue(claimed, asked);
        } catch (RuntimeException e) {
            log.log(Level.WARNING, "no task could be claimed; it is tried again at each poll", e);
            units = Map.of();
        }
        for (Map.Entry<Feed, Integer> order : orders.entrySet()) {
            Feed feed = order.getKey();
            List<List<TaskRun>> delivered = units.getOrDefault(feed.queue, List.of());
            feed.deliver(order.getValue(), delivered);
            List<TaskRun> runs = delivered.stream().flatMap(List::stream).toList();
            if (!runs.isEmpty()) {
                delivery.accept(feed, runs);
            }
        }
        return feeds.stream().anyMatch(this::mayWantMore);
    }

    /**
     * Whether there is room and work may be available; if only the rate is exceeded, schedules a claim for when it
     * allows one.
     */
    private boolean mayWantMore(Feed feed) {
        long wait = feed.nanosUntilAllowed();
        if (wait == 0) {
            return feed.isHungry();
        }
        synchronized (lock) {
            if (!stopped && awaitingRate.add(feed)) {
                engine.settings.time.alarm(wait, () -> rateAllows(feed));
            }
        }
        return false;
    }

    private void rateAllows(Feed feed) {
        synchronized (lock) {
            awaitingRate.remove(feed);
        }
        request();
    }

    private Map<Feed, Integer> orders() {
        Map<Feed, Integer> orders = new LinkedHashMap<>();
        for (Feed feed : feeds) {
            int tasks = mayWantMore(feed) ? feed.order() : 0;
            if (tasks > 0) {
                orders.put(feed, tasks);
            }
        }
        return orders;
    }

    private List<Claimed> claim(Map<Feed, Integer> orders) {
        List<ClaimRequest.Share> shares = new ArrayList<>();
        orders.forEach((feed, tasks) -> shares.add(new ClaimRequest.Share(feed.queue, tasks)));
        TaskSettings settings = engine.settings;
        List<Claimed> claimed = engine.store.claim(
                new ClaimRequest(settings.owner, settings.lease, settings.laneRunMax, shares, membership.member()));
        if (!claimed.isEmpty()) {
            membership.holds();
        }
        return claimed;
    }

    /** Tasks of one lane are adjacent in the response and form one unit. */
    private Map<String, List<List<TaskRun>>> unitsByQueue(List<Claimed> claimed, ClaimTime asked) {
        Map<String, List<List<TaskRun>>> units = new LinkedHashMap<>();
        String lastQueue = "";
        Lane lastLane = null;
        claims++;
        for (Claimed each : claimed) {
            TaskRun run = new TaskRun(engine, each, claims, asked, hooks);
            if (engine.listens()) {
                listening.run(() -> engine.emit(
                        new TaskEvent.Claimed(run.queue(), run.kind(), run.id(), run.attempt(), each.waited()),
                        run.task()));
            }
            List<List<TaskRun>> ofQueue = units.computeIfAbsent(run.queue(), queue -> new ArrayList<>());
            Lane lane = each.task().lane();
            boolean goesOn = lane != null
                    && lastLane != null
                    && lane.key().equals(lastLane.key())
                    && run.queue().equals(lastQueue);
            if (goesOn) {
                ofQueue.get(ofQueue.size() - 1).add(run);
            } else {
                ofQueue.add(new ArrayList<>(List.of(run)));
            }
            lastQueue = run.queue();
            lastLane = lane;
        }
        return units;
    }
}
