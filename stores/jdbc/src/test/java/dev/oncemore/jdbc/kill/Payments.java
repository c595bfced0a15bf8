package dev.oncemore.jdbc.kill;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.once.record.Key;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** What the process that is killed does, and the one that comes after it: they pay invoices, each once. */
final class Payments {
    private static final Payload ASKED = Payload.json("{\"amount\": 100}");

    private final DataSource dataSource;
    private final JoiningStore<Connection> store;
    private final Ledger ledger;
    private final Point.Stop stop;

    Payments(DataSource dataSource, String by, Point.Stop stop) {
        this.dataSource = dataSource;
        this.stop = stop;
        store = JdbcStores.of(dataSource).records();
        ledger = new Ledger(dataSource, by);
    }

    /** The lease outlasts every test: it ends when the test says so, and not while it looks elsewhere. */
    TransactionalOperation<String, Connection> pay(Policy policy) {
        OnceSettings settings = OnceSettings.standard()
                .lease(Duration.ofHours(1))
                .waitAtMost(Duration.ZERO)
                .who(ledger.by());
        return policy.declare(Once.on(store, settings).operation("payment:create", String.class), ledger);
    }

    static Key key(String invoice) {
        return Key.of("acme", "payment:create", invoice);
    }

    /** Pays at the bank, under a lease. */
    Outcome<String> elsewhere(String invoice, Policy policy) {
        stop.at(Point.BEFORE_CLAIM);
        Outcome<String> outcome = pay(policy).key(key(invoice)).run(ASKED, claim -> {
            stop.at(Point.BEFORE_EFFECT);
            String receipt = ledger.receive(claim.downstreamKey(), invoice);
            stop.at(Point.AFTER_EFFECT);
            return receipt;
        });
        stop.at(Point.BEFORE_REPLY);
        return outcome;
    }

    /** Pays in the store's own database, the invoices of all policies in one transaction. */
    List<Outcome<String>> here(List<Policy> policies) throws SQLException {
        List<Outcome<String>> outcomes = new ArrayList<>();
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < policies.size(); i++) {
                boolean isLast = i == policies.size() - 1;
                outcomes.add(here(connection, policies.get(i), isLast ? stop : Point.Stop.NOWHERE));
            }
            stop.at(Point.BEFORE_COMMIT);
            connection.commit();
        }
        stop.at(Point.BEFORE_REPLY);
        return outcomes;
    }

    private Outcome<String> here(Connection connection, Policy policy, Point.Stop stops) throws SQLException {
        String invoice = policy.invoice();
        stops.at(Point.BEFORE_CLAIM);
        return pay(policy).within(connection).key(key(invoice)).run(ASKED, () -> {
            stops.at(Point.BEFORE_EFFECT);
            String receipt = ledger.enter(connection, invoice, invoice);
            stops.at(Point.AFTER_EFFECT);
            return receipt;
        });
    }
}
