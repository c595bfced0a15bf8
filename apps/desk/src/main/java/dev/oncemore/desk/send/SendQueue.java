package dev.oncemore.desk.send;

import dev.oncemore.connector.Connectors;
import dev.oncemore.operations.audit.ActTransaction;
import dev.oncemore.task.Outbox;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.TransactionalTasks;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Where documents wait to be sent: a task for each, in the queue of its connector. */
final class SendQueue {
    /** The kind of the tasks. */
    static final String KIND = "document";

    private static final String QUEUE = "desk-";
    /** The desk itself gives up long before: what is counted here are mostly restarts. */
    private static final int ATTEMPTS_MAX = 10_000;

    private static final int CHUNK = 500;

    private final TransactionalTasks<Connection> tasks;
    private final Connectors connectors;

    SendQueue(TransactionalTasks<Connection> tasks, Connectors connectors) {
        this.tasks = tasks;
        this.connectors = connectors;
    }

    /** The queue of a connector. */
    static String queue(String connector) {
        return QUEUE + connector;
    }

    /**
     * These are sent as soon as the act is committed. A sheet that went to the usual connector stays with that one,
     * whichever is the usual one after a restart.
     */
    void put(ActTransaction here, String sheet, List<SendRequest> requests) {
        here.sql().call(connection -> {
            put(connection, sheet, requests);
            return true;
        });
        here.afterCommit(tasks::wakeUp);
    }

    private void put(Connection connection, String sheet, List<SendRequest> requests) throws SQLException {
        SendSettings sending = SendStore.of(connection, sheet);
        String name = connectors.find(sending.connector()).spec().name();
        if (sending.connector().isEmpty()) {
            SendStore.put(connection, sheet, new SendSettings(name, sending.pausedBy()));
        }
        Outbox outbox = tasks.within(connection);
        TaskOptions options = TaskOptions.standard().queue(queue(name)).maxAttempts(ATTEMPTS_MAX);
        for (int from = 0; from < requests.size(); from += CHUNK) {
            List<SendRequest> some = requests.subList(from, Math.min(requests.size(), from + CHUNK));
            List<String> written = some.stream().map(SendRequest::written).toList();
            List<String> ids = outbox.enqueueAll(KIND, written, options).stream()
                    .map(TaskHandle::id)
                    .toList();
            SendStore.addTasks(connection, ids, some);
        }
    }
}
