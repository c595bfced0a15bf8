package dev.oncemore.jdbc.internal.task;

import dev.oncemore.internal.RateLimitedLogger;
import dev.oncemore.jdbc.internal.sql.ConnectionOpener;
import dev.oncemore.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Listens for tasks that other nodes enqueue, on a connection that it keeps while there are subscribers. That costs no queries.
 * Notifications while the connection is down are missed, so workers also poll from time to time.
 */
final class PostgresListener implements WorkSignals.RemoteListener {
    private static final int WAIT_MILLIS = 500;
    private static final long PAUSE_NANOS = 1_000_000_000;
    private static final int SILENT_WAITS_MAX = 60;

    private static final Logger LOG = System.getLogger("dev.oncemore.jdbc");

    private final ConnectionOpener connections;
    private final String channel;
    private final String ownName;
    private final RateLimitedLogger log = new RateLimitedLogger(LOG, Time.system());
    private @Nullable Listening listening;

    /** Ignores notifications of this process, which were delivered directly. */
    PostgresListener(ConnectionOpener connections, String channel, String ownName) {
        this.connections = connections;
        this.channel = channel;
        this.ownName = ownName;
    }

    @Override
    public synchronized void open(Consumer<String> onQueue) {
        Listening begun = new Listening(onQueue);
        listening = begun;
        Thread thread = new Thread(begun, "oncemore-listen-" + channel);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public synchronized void close() {
        if (listening != null) {
            listening.isOver = true;
        }
    }

    private final class Listening implements Runnable {
        private final Consumer<String> onQueue;
        private volatile boolean isOver;

        Listening(Consumer<String> onQueue) {
            this.onQueue = onQueue;
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
                } catch (SQLException | RuntimeException e) {
                    // A data source may throw anything, and the listener must survive it.
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
            execute(connection, "LISTEN " + channel);
            log.recovered("PostgreSQL notifies of new tasks again");
            int silentWaits = 0;
            while (!isOver) {
                List<String> heard = notifications.await(channel, WAIT_MILLIS);
                if (!heard.isEmpty()) {
                    silentWaits = 0;
                    tell(heard);
                } else if (++silentWaits == SILENT_WAITS_MAX) {
                    silentWaits = 0;
                    execute(connection, "SELECT 1"); // a connection that died in silence looks like silence
                }
            }
            execute(connection, "UNLISTEN " + channel);
        }

        private void tell(List<String> heard) {
            for (String said : heard) {
                int space = said.indexOf(' ');
                if (!isOver && space > 0 && !said.substring(0, space).equals(ownName)) {
                    onQueue.accept(said.substring(space + 1));
                }
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
