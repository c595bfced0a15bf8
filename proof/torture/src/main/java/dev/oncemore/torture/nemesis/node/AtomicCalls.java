package dev.oncemore.torture.nemesis.node;

import dev.oncemore.jdbc.transaction.Transactions;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.record.JoiningStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Random;
import javax.sql.DataSource;

/** Effects in the store's own database, each in one transaction with its record. */
final class AtomicCalls {
    private static final int KEYS = 80;

    private final TransactionalOperation<String, Connection> operation;
    private final Transactions transactions;
    private final ParentLink parent;
    private final LoadControl load;
    private final String who;
    private long effects;

    AtomicCalls(
            JoiningStore<Connection> store, DataSource dataSource, ParentLink parent, LoadControl load, String who) {
        operation = Once.on(store, OnceSettings.standard().lease(Workload.LEASE))
                .operation(Workload.ATOMIC, String.class)
                .whenUnknown(WhenUnknown.RUN_AGAIN)
                .build();
        transactions = Transactions.on(dataSource);
        this.parent = parent;
        this.load = load;
        this.who = who;
    }

    /** Called by one thread only. */
    void callAny(Random random) {
        String key = "a" + load.round() + "-" + random.nextInt(KEYS);
        String value = key + "@" + who + "#" + ++effects;
        try {
            Outcome<String> outcome = transactions.run(connection -> operation
                    .within(connection)
                    .key(Workload.atomicKey(key))
                    .by(who)
                    .run(Payload.none(), () -> {
                        enter(connection, key, value);
                        Pauses.millis(random.nextInt(8));
                        return value;
                    }));
            if (outcome instanceof Outcome.Done<String> done) {
                parent.tell("atomic", key, done.isReplay() ? "replayed" : "done", done.value());
            } else {
                parent.tell("atomic", key, "unexpected", outcome.describe());
            }
        } catch (SQLException | RuntimeException e) {
            parent.tell("atomic", key, "threw", e.toString());
        }
    }

    private static void enter(Connection connection, String key, String value) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("insert into " + Workload.LEDGER + " (entry, amount) values (?, ?)")) {
            insert.setString(1, key);
            insert.setString(2, value);
            insert.executeUpdate();
        }
    }
}
