package dev.oncemore.jdbc.internal.task;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
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

    private final @Nullable DataSource dataSource;
    private final String channel;
    private final String sender;
    private final Set<String> waiting = new TreeSet<>();
    private boolean isSending;

    private Announcements() {
        dataSource = null;
        channel = "";
        sender = "";
    }

    Announcements(DataSource dataSource, String channel, String sender) {
        this.dataSource = dataSource;
        this.channel = channel;
        this.sender = sender;
    }

    void announce(Collection<String> queues) {
        DataSource source = dataSource;
        if (source == null) {
            return;
        }
        synchronized (waiting) {
            waiting.addAll(queues);
            if (isSending || waiting.isEmpty()) {
                return;
            }
            isSending = true;
        }
        THREADS.execute(() -> sendAll(source));
    }

    private void sendAll(DataSource source) {
        for (Set<String> next = next(); !next.isEmpty(); next = next()) {
            try {
                send(source, next);
            } catch (SQLException | RuntimeException e) {
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

    private void send(DataSource source, Set<String> queues) throws SQLException {
        try (Connection connection = source.getConnection()) {
            boolean autoCommits = connection.getAutoCommit();
            try (PreparedStatement statement =
                    connection.prepareStatement("SELECT pg_notify(?, ? || ' ' || queue) FROM unnest(?) AS w (queue)")) {
                statement.setString(1, channel);
                statement.setString(2, sender);
                statement.setArray(3, connection.createArrayOf("text", queues.toArray()));
                statement.execute();
            }
            if (!autoCommits) {
                connection.commit();
            }
        }
    }
}
