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
        database.update("CREATE TABLE event (user_id TEXT, push TEXT)");
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
                boolean isFirst = database.within(connection)
                        .query("SELECT 1 FROM event WHERE user_id = ? AND push IS NULL", row -> 1, user)
                        .isEmpty();
                database.within(connection).update("INSERT INTO event (user_id) VALUES (?)", user);
                if (isFirst) { // the others ride along
                    tasks.within(connection)
                            .enqueue("push", user, TaskOptions.standard().delay(DEBOUNCE));
                }
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
        database.update("UPDATE event SET push = ? WHERE user_id = ? AND push IS NULL", run.id(), user);
        int events = database.query("SELECT 1 FROM event WHERE push = ?", row -> 1, run.id())
                .size();
        if (events == 0) {
            return; // another push took them
        }
        String text = events + " new events";
        try {
            first.push(user, text, run.key());
        } catch (ConnectException e) {
            if (run.inDoubt()) {
                throw e; // an earlier attempt may have reached the first provider: only it knows the key
            }
            second.push(user, text, run.key());
        }
        // Any other failure may mean that the push was shown: the task is retried there, with the same key.
    }
    // end
}
