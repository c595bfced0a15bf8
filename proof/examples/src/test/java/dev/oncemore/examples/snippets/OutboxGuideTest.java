package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.http.client.HttpSink;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.TransactionalOnce;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.inbox.Delivery;
import dev.oncemore.task.inbox.Inbox;
import dev.oncemore.task.inbox.Received;
import dev.oncemore.task.outbox.Message;
import dev.oncemore.task.outbox.Relay;
import dev.oncemore.task.outbox.Sink;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import java.net.URI;
import java.net.http.HttpClient;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutboxGuideTest {
    private final FreshDatabase database = Sqlite.freshDatabase();
    private final DataSource dataSource = database.dataSource();
    private final RetryPolicy policy = RetryPolicy.preset("long-job");
    private final Broker broker = new Broker();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void outbox() throws SQLException {
        createInvoices();
        // snippet: open
        JdbcStores stores = JdbcStores.of(dataSource);
        TransactionalTasks<Connection> tasks = Tasks.on(stores.tasks());
        // end
        // snippet: enqueue
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            insertInvoice(connection, "order-7");
            tasks.within(connection)
                    .enqueue("order.paid", "order-7", TaskOptions.standard().lane("customer-1"));
            connection.commit();
        }
        // end

        // snippet: relay
        Sink sink = messages -> {
            List<Verdict> verdicts = new ArrayList<>();
            for (Message message : messages) {
                broker.publish(message.id(), message.lane().orElse(message.id()), message.payload());
                verdicts.add(Verdict.done());
            }
            return verdicts;
        };
        tasks.handle("order.paid", Codec.bytes(), policy, Relay.to(sink));
        // end
        tasks.manualWorker().runAll();

        assertThat(broker.published).containsExactly("customer-1 7 bytes with id");
    }

    @Test
    void http() {
        JdbcStores.of(dataSource).schema().apply();
        Tasks tasks = Tasks.on(JdbcStores.of(dataSource).tasks());
        // snippet: http
        HttpSink partner = HttpSink.to(HttpClient.newHttpClient(), URI.create("https://partner.example/events"))
                .headers(message -> Map.of("Authorization", "Bearer " + token()));
        tasks.handle("order.shipped", Codec.bytes(), policy, Relay.to(partner));
        // end
        assertThat(tasks.manualWorker().runAll()).isZero();
    }

    private static String token() {
        return "secret";
    }

    @Test
    void inbox() throws SQLException {
        createInvoices();
        // snippet: inbox
        TransactionalOnce<Connection> once = Once.on(
                JdbcStores.of(dataSource).records(),
                OnceSettings.standard().retention(Duration.ofDays(14))); // longer than the broker may deliver again
        Inbox<Connection, String> inbox = Inbox.of(once, "billing", Codec.text());
        // end

        Delivery delivery = new Delivery("m-1", Bytes.ofText("order-7"), 1);
        for (int i = 0; i < 2; i++) {
            // snippet: receive
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                Received received = inbox.receive(connection, delivery, (order, claim) -> {
                    insertInvoice(connection, order);
                    return Verdict.done();
                });
                if (received.commits()) {
                    connection.commit();
                } else {
                    connection.rollback();
                }
                settle(delivery, received);
            }
            // end
        }

        assertThat(broker.published).containsExactly("ack m-1 HANDLED", "ack m-1 DUPLICATE");
        assertThat(countInvoices()).isEqualTo(1);
    }

    // snippet: settle
    private void settle(Delivery delivery, Received received) {
        if (received instanceof Received.Ack ack) {
            broker.acknowledge(delivery.id(), ack.how());
        } else if (received instanceof Received.RetryLater later) {
            broker.deliverAgain(delivery.id(), later.delay());
        } else if (received instanceof Received.Pause pause) {
            broker.pause(pause.span(), pause.reason());
        } else {
            broker.deadLetter(delivery.id(), received.reason());
        }
    }
    // end

    private void createInvoices() throws SQLException {
        JdbcStores.of(dataSource).schema().apply();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE invoice (order_id TEXT NOT NULL)");
        }
    }

    private static void insertInvoice(Connection connection, String order) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO invoice VALUES (?)")) {
            insert.setString(1, order);
            insert.executeUpdate();
        }
    }

    private int countInvoices() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM invoice")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    /** Somebody's message broker. */
    private static final class Broker {
        final List<String> published = new ArrayList<>();

        void publish(String id, String partitionKey, Bytes payload) {
            published.add(partitionKey + " " + payload + (id.isEmpty() ? "" : " with id"));
        }

        void acknowledge(String id, Received.How how) {
            published.add("ack " + id + " " + how);
        }

        void deliverAgain(String id, Duration delay) {
            published.add("again " + id + " in " + delay);
        }

        void pause(Duration span, String reason) {
            published.add("pause " + span + " " + reason);
        }

        void deadLetter(String id, String reason) {
            published.add("dead " + id + " " + reason);
        }
    }
}
