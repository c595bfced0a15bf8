package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.Session;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Tells the workers of other nodes of committed work, through PostgreSQL's notifications. Not in the transaction that brought the
 * work: one that notifies holds a lock of the whole server while it commits. The caller does not wait, and announcements that
 * come while one is being sent go out together in the next.
 */
final class Announcements {
    /** For databases without notifications: workers of other nodes poll. */
    static final Announcements NONE = new Announcements();

    private static final Logger LOG = System.getLogger("dev.oncemore.jdbc");
    private static final Executor THREADS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "oncemore-announce");
        thread.setDaemon(true);
        return thread;
    });

    private final @Nullable Session session;
    private final String channel;
    private final String sender;
    private final Set<String> waiting = new TreeSet<>();
    private boolean isSending;

    private Announcements() {
        session = null;
        channel = "";
        sender = "";
    }

    Announcements(Session session, String channel, String sender) {
        this.session = session;
        this.channel = channel;
        this.sender = sender;
    }

    void announce(Collection<String> queues) {
        Session from = session;
        if (from == null) {
            return;
        }
        synchronized (waiting) {
            waiting.addAll(queues);
            if (isSending || waiting.isEmpty()) {
                return;
            }
            isSending = true;
        }
        try {
            THREADS.execute(() -> sendAll(from));
        } catch (OutOfMemoryError e) {
            LOG.log(Level.WARNING, "no thread to announce new work: other nodes find it at their next poll", e);
            synchronized (waiting) {
                isSending = false; // the next announcement tries again
            }
        }
    }

    private void sendAll(Session from) {
        for (Set<String> next = next(); !next.isEmpty(); next = next()) {
            try {
                Set<String> queues = next;
                from.call(connection -> PostgresNotifications.send(connection, channel, sender, queues));
            } catch (RuntimeException | Error e) {
                // Whatever a data source throws, the next announcement must find nobody sending.
                LOG.log(Level.DEBUG, "other nodes find new work at their next poll: it could not be announced", e);
            }
        }
    }

    private Set<String> next() {
        synchronized (waiting) {
            Set<String> next = Set.copyOf(waiting);
            waiting.clear();
            isSending = !next.isEmpty();
            return next;
        }
    }
}
