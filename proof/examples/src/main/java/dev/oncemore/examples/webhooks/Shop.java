package dev.oncemore.examples.webhooks;

import dev.oncemore.examples.run.LocalServer.Reply;
import dev.oncemore.examples.run.LocalServer.Request;
import dev.oncemore.http.webhook.WebhookSecret;
import dev.oncemore.http.webhook.WebhookVerifier;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.inbox.Delivery;
import dev.oncemore.task.inbox.Inbox;
import dev.oncemore.task.inbox.Received;
import dev.oncemore.testkit.server.FreshDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import javax.sql.DataSource;

/** The receiver: a shop that sends parcels for paid orders. */
final class Shop {
    private final DataSource dataSource;
    private final Database database;
    private final Inbox<Connection, String> inbox;
    private volatile WebhookVerifier verifier;
    private volatile boolean isGone;

    Shop(FreshDatabase sqlite, WebhookSecret secret) {
        dataSource = sqlite.dataSource();
        JdbcStores stores = JdbcStores.of(dataSource);
        stores.schema().apply();
        database = stores.database();
        database.update("CREATE TABLE parcel (message TEXT)");
        verifier = WebhookVerifier.of(secret);
        // Longer than a sender may repeat a message.
        OnceSettings remembering = OnceSettings.standard().retention(Duration.ofDays(14));
        inbox = Inbox.of(Once.on(stores.records(), remembering), "parcels", Codec.text());
    }

    /** Sends a parcel for every message, whoever sent it. */
    Reply receiveNaively(Request request) {
        database.update("INSERT INTO parcel VALUES (?)", text(request));
        return new Reply(204, "");
    }

    // snippet: receive
    Reply receive(Request request) {
        if (isGone) {
            return new Reply(410, "");
        }
        if (verifier.verify(request.header(), request.body()) != WebhookVerifier.Result.GENUINE) {
            return new Reply(401, "");
        }
        String id = String.valueOf(request.header().apply("webhook-id"));
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            Received received = inbox.consume(
                    connection,
                    new Delivery(id, Bytes.of(request.body()), 1),
                    (message, claim) -> database.within(connection).update("INSERT INTO parcel VALUES (?)", message));
            if (received.commits()) {
                connection.commit();
            } else {
                connection.rollback();
            }
            return new Reply(received instanceof Received.Ack ? 204 : 503, "");
        } catch (SQLException e) {
            return new Reply(503, "");
        }
    }
    // end

    /** During a rotation both secrets are accepted. */
    void accept(WebhookSecret... secrets) {
        verifier = WebhookVerifier.of(secrets);
    }

    /** Verifies as if it were then. */
    void setClock(InstantSource clock) {
        verifier = verifier.clock(clock);
    }

    /** The address is given up. */
    void leave() {
        isGone = true;
    }

    long parcels() {
        return database.query("SELECT message FROM parcel", row -> row.getString(1))
                .size();
    }

    private static String text(Request request) {
        return new String(request.body(), StandardCharsets.UTF_8);
    }
}
