package dev.oncemore.server.console;

import dev.oncemore.operations.HistoryOperations;
import dev.oncemore.operations.Operations;
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
import java.util.Set;
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

    private final Operations operations;
    private final HistoryOperations history;
    private final Executor executor;
    private final Time time;
    private final Set<SseClient> tabs = ConcurrentHashMap.newKeySet();
    private final Object lock = new Object();
    private Time.@Nullable Alarm next;
    private boolean closed;
    private int lastSeen;

    /** For these operations. */
    public Live(Operations operations, HistoryOperations history, Executor executor, Time time) {
        this.operations = operations;
        this.history = history;
        this.executor = executor;
        this.time = time;
    }

    /** Adds it. */
    public void addTo(RoutesConfig routes) {
        routes.get("/live", new SseHandler(this::open), Role.VIEWER);
    }

    private void open(SseClient tab) {
        if (tabs.size() >= TABS_MAX) {
            tab.close();
            return;
        }
        tab.keepAlive();
        tab.onClose(() -> tabs.remove(tab));
        tabs.add(tab);
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
        for (SseClient tab : tabs) {
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
            tabs.forEach(SseClient::close);
        }
    }
}
