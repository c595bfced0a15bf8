package dev.oncemore.examples.notify;

import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.TaskRun;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.task.inbox.Delivery;
import dev.oncemore.task.inbox.Inbox;
import dev.oncemore.task.inbox.Received;
import java.io.IOException;
import java.net.ConnectException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/** Consumes events of users, and sends one push for all events of a user within a second. */
final class Notifier {
    private static final Duration DEBOUNCE = Duration.ofSeconds(1);

    final TransactionalTasks<Connection> tasks;

    private final DataSource dataSource;
    private final Database database;
    private final Inbox<Connection, String> inbox;
    private final PushProvider first;
    private final PushProvider second;

    Notifier(DataSource dataSource, PushProvider first, PushProvider second) {
        this.dataSource = dataSource;
        this.first = first;
        this.second = second;
        JdbcStores stores = JdbcStores.of(dataSource);
        stores.schema().apply();
        database = stores.database();
        database.update("CREATE TABLE event (user_id TEXT, push TEXT, failed_over INT)");
        tasks = Tasks.on(stores.tasks());
        tasks.consume("push", String.class, this::push);
        OnceSettings remembering = OnceSettings.standard().retention(Duration.ofDays(14));
        inbox = Inbox.of(Once.on(stores.records(), remembering), "notifier", Codec.text());
    }

    // snippet: consume
    /** Returns whether the broker may forget the message. */
    boolean consume(Delivery delivery) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            Received received = inbox.consume(connection, delivery, (user, claim) -> {
                database.within(connection).update("INSERT INTO event (user_id, failed_over) VALUES (?, 0)", user);
                // For every event: whether another push will still take it cannot be known here.
                tasks.within(connection)
                        .enqueue("push", user, TaskOptions.standard().delay(DEBOUNCE));
            });
            if (received.commits()) {
                connection.commit();
            } else {
                connection.rollback();
            }
            return received instanceof Received.Ack;
        }
    }
    // end

    // snippet: push
    private void push(String user, TaskRun run) throws IOException {
        List<Integer> events = taken(run);
        if (events.isEmpty()) { // otherwise it is a retry, which must not send more than the provider may have shown
            database.update("UPDATE event SET push = ? WHERE user_id = ? AND push IS NULL", run.id(), user);
            events = taken(run);
        }
        if (events.isEmpty()) {
            return; // another push took them
        }
        String text = events.size() + " new events";
        boolean failedOver = events.contains(1);
        try {
            (failedOver ? second : first).push(user, text, run.key());
        } catch (ConnectException e) {
            if (failedOver || run.inDoubt()) {
                throw e; // an earlier attempt may have reached this provider: only it knows the key
            }
            database.update("UPDATE event SET failed_over = 1 WHERE push = ?", run.id()); // retries go there, too
            second.push(user, text, run.key());
        }
        // Any other failure may mean that the push was shown: the task is retried there, with the same key.
    }

    private List<Integer> taken(TaskRun run) {
        return database.query("SELECT failed_over FROM event WHERE push = ?", row -> row.getInt(1), run.id());
    }
    // end
}
