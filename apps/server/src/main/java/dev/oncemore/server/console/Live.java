package dev.oncemore.server.console;

import dev.oncemore.operations.HistoryOperations;
import dev.oncemore.operations.Operations;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.task.store.Queues;
import dev.oncemore.time.Time;
import io.javalin.config.RoutesConfig;
import io.javalin.http.sse.SseClient;
import io.javalin.http.sse.SseHandler;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Tells open pages that something has changed, so that they load themselves anew; it says nothing else, and asks the store only
 * while somebody looks.
 */
public final class Live implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.oncemore.server");
    private static final Duration INTERVAL = Duration.ofSeconds(3);
    private static final int TABS_MAX = 500;
    private static final int TABS_OF_ONE_MAX = 12;

    /** Then the browser asks again, and is checked again: a session may have ended. */
    private static final Duration STREAM_SPAN = Duration.ofMinutes(10);

    private final Operations operations;
    private final HistoryOperations history;
    private final Executor executor;
    private final Time time;
    private final Map<SseClient, Tab> tabs = new ConcurrentHashMap<>();
    private final Map<String, Integer> tabsOf = new ConcurrentHashMap<>();
    private final Object lock = new Object();
    private Time.@Nullable Alarm next;
    private boolean closed;
    private int lastSeen;

    private record Tab(String viewer, long openedNanos) {}

    /** For these operations. */
    public Live(Operations operations, HistoryOperations history, Executor executor, Time time) {
        this.operations = operations;
        this.history = history;
        this.executor = executor;
        this.time = time;
    }

    /** Adds it. */
    public void addTo(RoutesConfig routes) {
        SseHandler stream = new SseHandler(this::open);
        routes.get(
                "/live",
                context -> {
                    if (!"text/event-stream".equals(context.header("Accept"))) {
                        context.status(406); // Javalin would not open a stream, and its place would stay taken
                    } else if (tryEnter(Authenticator.of(context).id())) {
                        stream.handle(context);
                    } else {
                        // A browser does not ask again after this.
                        context.status(204);
                    }
                },
                Role.VIEWER);
    }

    /** One viewer cannot take the streams of all. */
    private boolean tryEnter(String viewer) {
        boolean[] entered = {false};
        tabsOf.compute(viewer, (id, count) -> {
            int now = count == null ? 0 : count;
            entered[0] = now < TABS_OF_ONE_MAX && tabs.size() < TABS_MAX;
            return entered[0] ? Integer.valueOf(now + 1) : count;
        });
        return entered[0];
    }

    private void leave(SseClient tab) {
        Tab left = tabs.remove(tab);
        if (left != null) {
            tabsOf.computeIfPresent(left.viewer(), (id, count) -> count == 1 ? null : count - 1);
        }
    }

    private void open(SseClient tab) {
        tab.keepAlive();
        tabs.put(tab, new Tab(Authenticator.of(tab.ctx()).id(), time.nanoTime()));
        tab.onClose(() -> leave(tab));
        if (isClosed()) {
            tab.close();
            return;
        }
        tab.sendComment("open");
        awaitNext();
    }

    private void awaitNext() {
        synchronized (lock) {
            if (!closed && next == null && !tabs.isEmpty()) {
                next = time.alarm(INTERVAL.toNanos(), this::execute);
            }
        }
    }

    private void execute() {
        synchronized (lock) {
            next = null;
        }
        try {
            executor.execute(() -> {
                look();
                awaitNext();
            });
        } catch (RejectedExecutionException e) {
            LOG.log(Level.DEBUG, "the server is closing");
        }
    }

    private synchronized void look() {
        if (isClosed()) {
            return;
        }
        int seen;
        try {
            seen = List.of(operations.queues().stream().map(Live::numbers).toList(), history.ended("", null, 1))
                    .hashCode();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "the store could not be read for open pages", e);
            return;
        }
        boolean hasChanged = seen != lastSeen;
        lastSeen = seen;
        long oldestNanos = time.nanoTime() - STREAM_SPAN.toNanos();
        for (Map.Entry<SseClient, Tab> open : tabs.entrySet()) {
            SseClient tab = open.getKey();
            if (open.getValue().openedNanos() - oldestNanos < 0) {
                tab.close();
                continue;
            }
            // What is sent also finds out who has gone.
            if (hasChanged) {
                // Browsers pass over events without data.
                tab.sendEvent("change", "look");
            } else {
                tab.sendComment("still here");
            }
        }
    }

    /** Without how long the oldest has been waiting, which is never the same twice. */
    private static List<Object> numbers(Queues.Status queue) {
        return List.of(
                queue.queue(), queue.ready(), queue.waiting(), queue.running(), queue.dead(), queue.pause() != null);
    }

    private boolean isClosed() {
        synchronized (lock) {
            return closed;
        }
    }

    /** Closes the streams of all pages. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            if (next != null) {
                next.cancel();
            }
        }
        synchronized (this) {
            tabs.keySet().forEach(SseClient::close);
        }
    }
}
