package dev.oncemore.jdbc.internal.task;

import dev.oncemore.internal.RateLimitedLogger;
import dev.oncemore.jdbc.internal.sql.ConnectionOpener;
import dev.oncemore.jdbc.internal.sql.Session;
import dev.oncemore.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Listens for tasks that other nodes enqueue or end, on a connection that it keeps while there are subscribers. That costs no
 * queries. Notifications while the connection is down are missed, so workers and waiters also poll from time to time.
 */
final class PostgresListener implements RemoteChannel {
    private static final int WAIT_MILLIS = 500;
    private static final long PAUSE_NANOS = 1_000_000_000;
    private static final int SILENT_WAITS_MAX = 60;

    private static final Logger LOG = System.getLogger("dev.oncemore.jdbc");

    private final ConnectionOpener connections;
    private final Session session;
    private final String work;
    private final String ends;
    private final String requests;
    private final String ownName;
    private final RateLimitedLogger log = new RateLimitedLogger(LOG, Time.system());
    private @Nullable Listening listening;

    /**
     * Ignores notifications of this process, which were delivered directly.
     *
     * @param session where to notify from
     * @param channel the channel for new work; those for ends have names that begin with it
     */
    PostgresListener(ConnectionOpener connections, Session session, String channel, String ownName) {
        this.connections = connections;
        this.session = session;
        work = channel;
        ends = channel + "_end";
        requests = channel + "_await";
        this.ownName = ownName;
    }

    @Override
    public synchronized void open(Hearer hearer) {
        Listening begun = new Listening(hearer);
        listening = begun;
        Thread thread = new Thread(begun, "oncemore-listen-" + work);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public synchronized void close() {
        if (listening != null) {
            listening.isOver = true;
        }
    }

    @Override
    public void requestEnd(String taskId) {
        notify(requests, List.of(taskId));
    }

    @Override
    public void tellEnds(List<String> taskIds) {
        notify(ends, taskIds);
    }

    /** Only a hint, which must not fail what was done. */
    private void notify(String channel, List<String> words) {
        try {
            session.call(connection -> PostgresNotifications.send(connection, channel, ownName, words));
        } catch (RuntimeException e) {
            log.log(Level.WARNING, "other nodes could not be notified; they look at intervals", e);
        }
    }

    private final class Listening implements Runnable {
        private final Hearer hearer;
        private volatile boolean isOver;

        Listening(Hearer hearer) {
            this.hearer = hearer;
        }

        @Override
        public void run() {
            while (!isOver) {
                try (Connection connection = connections.open()) {
                    connection.setAutoCommit(true);
                    PostgresNotifications notifications = PostgresNotifications.of(connection);
                    if (notifications == null) {
                        log.log(
                                Level.INFO,
                                "this driver has no notifications; tasks of other nodes are found by polling");
                        return;
                    }
                    listen(connection, notifications);
                } catch (SQLException | RuntimeException | Error e) {
                    // A data source may throw anything, and nobody would start the listener again.
                    if (!isOver) {
                        log.log(
                                Level.WARNING,
                                "PostgreSQL cannot notify of new tasks; until it can again, those of other nodes are found"
                                        + " by polling",
                                e);
                        pause();
                    }
                }
            }
        }

        private void listen(Connection connection, PostgresNotifications notifications) throws SQLException {
            List<String> channels = List.of(ends, requests, work);
            for (String channel : channels) {
                execute(connection, "LISTEN " + channel);
            }
            log.recovered("PostgreSQL notifies of new tasks again");
            int silentWaits = 0;
            while (!isOver) {
                List<PostgresNotifications.Notification> heard = notifications.await(WAIT_MILLIS);
                if (!heard.isEmpty()) {
                    silentWaits = 0;
                    heard.forEach(this::tell);
                } else if (++silentWaits == SILENT_WAITS_MAX) {
                    silentWaits = 0;
                    execute(connection, "SELECT 1"); // a connection that died in silence looks like silence
                }
            }
            for (String channel : channels) {
                execute(connection, "UNLISTEN " + channel);
            }
        }

        /** A pooled connection may still have notifications of another channel, which its previous user listened to. */
        private void tell(PostgresNotifications.Notification heard) {
            int space = heard.words().indexOf(' ');
            if (isOver || space <= 0 || heard.words().substring(0, space).equals(ownName)) {
                return;
            }
            String said = heard.words().substring(space + 1);
            if (heard.channel().equals(work)) {
                hearer.onWork(said);
            } else if (heard.channel().equals(ends)) {
                hearer.onEnd(said);
            } else if (heard.channel().equals(requests)) {
                hearer.onEndRequested(said);
            }
        }

        private void execute(Connection connection, String sql) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }

        private void pause() {
            try {
                Time.system().sleep(PAUSE_NANOS);
            } catch (InterruptedException e) {
                isOver = true;
                Thread.currentThread().interrupt();
            }
        }
    }
}
