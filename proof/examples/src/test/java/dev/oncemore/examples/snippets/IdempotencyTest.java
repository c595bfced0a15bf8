package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.jackson.JacksonCodecs;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.Finding;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.Reconciler;
import dev.oncemore.once.TransactionalOnce;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.Resource;
import dev.oncemore.once.record.Scope;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IdempotencyTest {
    private final FreshDatabase database = Sqlite.freshDatabase();
    private final DataSource dataSource = database.dataSource();
    private final Bank bank = new Bank();

    @AfterEach
    void close() {
        database.close();
    }

    private TransactionalOnce<Connection> open() {
        // snippet: open
        JdbcStores stores = JdbcStores.of(dataSource); // PostgreSQL, MariaDB or SQLite
        stores.schema().apply(); // makes the tables that are missing
        TransactionalOnce<Connection> once = Once.on(
                stores.records(),
                OnceSettings.standard().codecs(JacksonCodecs.standard()).who("billing service"));
        // end
        return once;
    }

    @Test
    void anEffectElsewhere() {
        Once once = open();
        Charge request = new Charge("order-7", 4900);

        // snippet: elsewhere
        Key key = Key.of("acme", "payment:create", "inv-001");
        Outcome<Receipt> outcome =
                once.run(key, request, Receipt.class, claim -> bank.charge(request, claim.downstreamKey()));
        // end
        Outcome<Receipt> again =
                once.run(key, request, Receipt.class, claim -> bank.charge(request, claim.downstreamKey()));

        assertThat(again.require()).isEqualTo(outcome.require());
        assertThat(again.isReplay()).isTrue();
        assertThat(bank.keys).hasSize(1);
    }

    @Test
    void anEffectInTheSameDatabase() throws SQLException {
        TransactionalOnce<Connection> once = open();
        execute("CREATE TABLE payments (id INTEGER PRIMARY KEY, order_id TEXT NOT NULL, amount INTEGER NOT NULL)");
        Charge request = new Charge("order-7", 4900);
        Key key = Key.of("acme", "payment:create", "inv-001");

        for (int i = 0; i < 2; i++) {
            Receipt receipt;
            // snippet: same-database
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                receipt = once.within(connection)
                        // your own SQL on this connection: INSERT INTO payments …
                        .run(key, request, Receipt.class, claim -> insertPayment(connection, request))
                        .require();
                connection.commit();
            }
            // end
            assertThat(receipt.number()).isEqualTo("1");
        }

        assertThat(count("payments")).isEqualTo(1);
    }

    @Test
    void keys() {
        // snippet: keys
        Key payment = Key.of("acme", "payment:create", "inv-001"); // tenant, operation, key
        Key hers = Scope.of("acme", "maria", "payment:create").key("inv-001"); // tenant, who acts, operation
        Key invoice = Key.document("comp1", "invoice", "001"); // comp1:invoice:001
        Key bill = Key.billingPeriod("acme", "user-7", LocalDate.of(2026, 1, 1), LocalDate.of(2026, 2, 1));
        Key phone =
                Key.of("acme", "billing:phone", "user-7:2026-01-01:2026-02-01"); // a second bill for the same period
        // end

        assertThat(List.of(payment, hers, invoice, bill, phone)).doesNotHaveDuplicates();
    }

    @Test
    void payloads() {
        String json = "{\"amount\": 100, \"note\": \"hello\"}";
        byte[] file = {1, 2, 3};

        // snippet: payloads
        Payload meaning = Payload.json(json); // {"a":1,"b":2} is {"b":2.0,"a":1e0}
        Payload fields = Payload.jsonFields(json.getBytes(StandardCharsets.UTF_8), List.of("/amount"));
        Payload bytes = Payload.bytes(file); // every byte counts
        Payload nothing = Payload.none(); // the key alone tells requests apart
        // end

        assertThat(List.of(meaning, fields, bytes, nothing)).doesNotContainNull();
    }

    @Test
    void everyOutcome() {
        Once once = open();
        Key key = Key.of("acme", "payment:create", "inv-001");
        once.run(key, Payload.json("1"), String.class, claim -> "charged");
        Outcome<String> outcome = once.run(key, Payload.json("2"), String.class, claim -> "charged");
        String answer;

        // snippet: outcomes
        if (outcome instanceof Outcome.Done<String> done) {
            answer = done.isReplay() ? "200 as before: " + done.value() : "201 " + done.value();
        } else if (outcome instanceof Outcome.Mismatch<String>) {
            answer = "422 " + outcome.describe();
        } else if (outcome instanceof Outcome.InProgress<String> running) {
            answer = "409 Retry-After: " + running.retryAfter().toSeconds();
        } else {
            answer = "500 " + outcome.describe(); // failed, unknown, done without a value, deposed
        }
        // end

        assertThat(answer).startsWith("422 the key inv-001 was used with another payload");
    }

    @Test
    void declaredPolicies() {
        // snippet: unknown
        OnceSettings keyed = OnceSettings.standard().whenUnknown(WhenUnknown.runAgain());
        OnceSettings asking = OnceSettings.standard()
                .whenUnknown(WhenUnknown.reconcile(claim -> bank.find(claim.downstreamKey())
                        .map(number -> Reconciler.Answer.happened(number))
                        .orElse(Reconciler.Answer.didNotHappen())));
        OnceSettings careful = OnceSettings.standard().whenUnknown(WhenUnknown.park()); // the default
        // end

        assertThat(List.of(keyed, asking, careful)).hasSize(3);
    }

    @Test
    void lookUpAndResolve() {
        Once once = Once.on(new InMemoryRecordStore());
        Key key = Key.of("acme", "payment:create", "inv-001");
        once.run(key, Payload.none(), String.class, claim -> {
            throw new IOException("connection reset");
        });

        // snippet: look-up
        Finding finding = once.find(key);
        String answer;
        if (finding instanceof Finding.Known known) {
            OnceRecord record = known.found();
            answer = record.state() + " since " + record.updatedAt() + " by " + record.who();
        } else if (finding instanceof Finding.Expired expired) {
            answer = "was " + expired.found().state() + ", and is forgotten: the key counts as new";
        } else {
            answer = "never seen"; // Finding.NeverSeen
        }
        // end
        // snippet: resolve
        boolean resolved =
                once.resolveAsHappened(key, "payment 12345", String.class, new Resource("payment", "12345"), "maria");
        // end

        assertThat(answer).startsWith("UNKNOWN since ");
        assertThat(resolved).isTrue();
        assertThat(once.run(key, Payload.none(), String.class, claim -> "never").require())
                .isEqualTo("payment 12345");
    }

    @Test
    void longEffects() {
        Once once = Once.on(
                new InMemoryRecordStore(),
                OnceSettings.standard().lease(Duration.ofMinutes(2)).retention(Duration.ofDays(7)));
        List<String> pages = List.of("1", "2");

        // snippet: long
        Outcome<String> outcome =
                once.run(Key.of("acme", "report:build", "2026-01"), Payload.none(), String.class, claim -> {
                    for (String page : pages) {
                        if (claim.isLost()) {
                            break; // somebody else took over: what we return will be discarded
                        }
                        bank.print(page);
                    }
                    claim.created("report", "2026-01.pdf");
                    return "printed";
                });
        // end

        assertThat(outcome.require()).isEqualTo("printed");
        // snippet: purge
        long purged = once.purge(1_000); // in batches of a thousand rows
        // end
        assertThat(purged).isZero();
    }

    private Receipt insertPayment(Connection connection, Charge request) throws SQLException {
        String sql = "INSERT INTO payments (order_id, amount) VALUES (?, ?)";
        try (PreparedStatement insert = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            insert.setString(1, request.order());
            insert.setLong(2, request.amount());
            insert.executeUpdate();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                keys.next();
                return new Receipt(keys.getString(1));
            }
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private int count(String table) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM " + table)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    record Charge(String order, long amount) {}

    record Receipt(String number) {}

    /** Another system, which honours keys. */
    private static final class Bank {
        final List<String> keys = new ArrayList<>();

        Receipt charge(Charge charge, String key) {
            keys.add(key);
            return new Receipt(charge.order() + "-" + keys.size());
        }

        Optional<String> find(String key) {
            return keys.contains(key) ? Optional.of("1") : Optional.empty();
        }

        void print(String page) {
            keys.add(page);
        }
    }
}
