package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.jackson.JacksonCodecs;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.Finding;
import dev.oncemore.once.KeyedOperation;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Operation;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.OutcomeVisitor;
import dev.oncemore.once.Payload;
import dev.oncemore.once.Reconciled;
import dev.oncemore.once.TransactionalOnce;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.Resource;
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
        stores.schema().apply(); // creates missing tables
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
        Operation<Receipt> pay = once.operation("payment:create", Receipt.class)
                .retention(Duration.ofDays(7))
                .whenUnknown(claim -> Reconciled.happenedIfPresent(bank.find(claim.downstreamKey())))
                .build();

        Outcome<Receipt> outcome = pay.key("acme", "inv-001") // tenant, key
                .by("maria")
                .run(request, claim -> bank.charge(request, claim.downstreamKey()));
        // end
        Outcome<Receipt> again =
                pay.key("acme", "inv-001").run(request, claim -> bank.charge(request, claim.downstreamKey()));

        assertThat(again.require()).isEqualTo(outcome.require());
        assertThat(again.isReplay()).isTrue();
        assertThat(bank.keys).hasSize(1);
    }

    @Test
    void anEffectInTheSameDatabase() throws SQLException {
        TransactionalOnce<Connection> once = open();
        execute("CREATE TABLE payments (id INTEGER PRIMARY KEY, order_id TEXT NOT NULL, amount INTEGER NOT NULL)");
        Charge request = new Charge("order-7", 4900);
        // snippet: same-database-operation
        TransactionalOperation<Receipt, Connection> pay =
                once.operation("payment:create", Receipt.class).build();
        // end

        for (int i = 0; i < 2; i++) {
            Receipt receipt;
            // snippet: same-database
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                receipt = pay.within(connection)
                        .key("acme", "inv-001")
                        // your own SQL on this connection: INSERT INTO payments …
                        .run(request, () -> insertPayment(connection, request))
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
        Once once = open();
        Operation<Receipt> pay = once.operation("payment:create", Receipt.class).build();
        Operation<Receipt> bill = once.operation("billing:phone", Receipt.class).build();

        // snippet: keys
        pay.key("acme", "inv-001"); // tenant, key: everybody who acts for acme shares it
        pay.key("acme", "maria", "inv-001"); // tenant, principal, key: maria's own
        bill.key("acme", "user-7:2026-01-01:2026-02-01"); // another operation: another bill for the same period
        Key key = Key.of("acme", "payment:create", "inv-001"); // the complete key, to look it up
        // end

        assertThat(List.of(
                        pay.key("acme", "maria", "inv-001").key(),
                        bill.key("acme", "user-7:2026-01-01:2026-02-01").key(),
                        key))
                .doesNotHaveDuplicates()
                .contains(pay.key("acme", "inv-001").key());
    }

    @Test
    void payloads() {
        String json = "{\"amount\": 100, \"note\": \"hello\"}";
        byte[] file = {1, 2, 3};

        // snippet: payloads
        Payload meaning = Payload.json(json); // {"a":1,"b":2} is {"b":2.0,"a":1e0}
        Payload fields = Payload.jsonFields(json.getBytes(StandardCharsets.UTF_8), List.of("/amount"));
        Payload bytes = Payload.bytes(file); // every byte counts
        Payload nothing = Payload.none(); // only the key distinguishes requests
        // end

        assertThat(List.of(meaning, fields, bytes, nothing)).doesNotContainNull();
    }

    @Test
    void everyOutcome() {
        Once once = open();
        KeyedOperation<String> pay =
                once.operation("payment:create", String.class).build().key("acme", "inv-001");
        pay.run(Payload.json("1"), claim -> "charged").require();
        Outcome<String> outcome = pay.run(Payload.json("2"), claim -> "charged");

        // snippet: outcomes
        String answer = outcome.fold(new OutcomeVisitor<>() {
            @Override
            public String done(Outcome.Done<String> done) {
                return done.isReplay() ? "200 as before: " + done.value() : "201 " + done.value();
            }

            @Override
            public String mismatch(Outcome.Mismatch<String> mismatch) {
                return "422 " + mismatch.describe();
            }

            @Override
            public String inProgress(Outcome.InProgress<String> running) {
                return "409 Retry-After: " + running.retryAfter().toSeconds();
            }

            @Override
            public String otherwise(Outcome<String> outcome) { // failed, unknown, done without a value, deposed
                return "500 " + outcome.describe();
            }
        });
        // end

        assertThat(answer).startsWith("422 the key inv-001 was used with another payload");
    }

    @Test
    void declaredPolicies() {
        Once once = open();

        // snippet: unknown
        Operation<Receipt> keyed = once.operation("payment:create", Receipt.class)
                .whenUnknown(WhenUnknown.RUN_AGAIN)
                .build();
        Operation<Receipt> asking = once.operation("refund:create", Receipt.class)
                .whenUnknown(claim -> Reconciled.happenedIfPresent(bank.find(claim.downstreamKey())))
                .build();
        Operation<Receipt> careful = once.operation("payout:create", Receipt.class)
                .whenUnknown(WhenUnknown.PARK) // the default
                .build();
        // end

        assertThat(List.of(keyed, asking, careful)).hasSize(3);
    }

    @Test
    void lookUpAndResolve() {
        Once once = Once.on(new InMemoryRecordStore());
        Operation<String> pay = once.operation("payment:create", String.class).build();
        Outcome<String> lost = pay.key("acme", "inv-001").run(Payload.none(), claim -> {
            throw new IOException("connection reset");
        });
        assertThat(lost).isInstanceOf(Outcome.Unknown.class);

        // snippet: look-up
        Finding finding = pay.key("acme", "inv-001").find();
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
        boolean resolved = pay.key("acme", "inv-001")
                .resolveAsHappened(
                        "payment 12345", new Resource("payment", "12345"), By.person("maria", "seen at the bank"));
        // end

        assertThat(answer).startsWith("UNKNOWN since ");
        assertThat(resolved).isTrue();
        assertThat(pay.key("acme", "inv-001")
                        .run(Payload.none(), claim -> "never")
                        .require())
                .isEqualTo("payment 12345");
    }

    @Test
    void longEffects() {
        Once once = Once.on(
                new InMemoryRecordStore(),
                OnceSettings.standard().lease(Duration.ofMinutes(2)).retention(Duration.ofDays(7)));
        List<String> pages = List.of("1", "2");

        Operation<String> build = once.operation("report:build", String.class).build();

        // snippet: long
        Outcome<String> outcome = build.key("acme", "2026-01").run(Payload.none(), claim -> {
            for (String page : pages) {
                if (claim.isLost()) {
                    break; // another caller took over: our result will be discarded
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

        Optional<Receipt> find(String key) {
            return keys.contains(key) ? Optional.of(new Receipt("1")) : Optional.empty();
        }

        void print(String page) {
            keys.add(page);
        }
    }
}
