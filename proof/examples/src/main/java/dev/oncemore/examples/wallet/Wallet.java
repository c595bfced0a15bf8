package dev.oncemore.examples.wallet;

import dev.oncemore.jackson.JacksonCodecs;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.jdbc.SqlOperations;
import dev.oncemore.jdbc.transaction.StaleReadException;
import dev.oncemore.jdbc.transaction.Transactions;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** Accounts in a database, and transfers between them that happen once per id. */
final class Wallet {
    /** Many threads change the same accounts, so a transfer may need many attempts. */
    private static final RetryPolicy CROWDED = RetryPolicy.named("crowded accounts")
            .maxAttempts(200)
            .backoff(Backoff.exponential(Duration.ofMillis(5)).cap(Duration.ofMillis(200)))
            .noAttemptTimeout()
            .deadline(Duration.ofSeconds(60))
            .unlimitedBudget()
            .build();

    private final Database database;
    private final Transactions transactions;
    private final TransactionalOperation<String, Connection> transfer;

    Wallet(DataSource dataSource) {
        database = Database.of(dataSource);
        transactions = Transactions.on(dataSource).retry(CROWDED);
        OnceSettings json = OnceSettings.standard().codecs(JacksonCodecs.standard());
        transfer = Once.on(JdbcStores.of(dataSource).records(), json)
                .operation("transfer", String.class)
                .build();
    }

    // snippet: transfer
    void transfer(String id, String from, String to, long cents) throws SQLException {
        Transfer request = new Transfer(from, to, cents); // the same id with another request is refused
        transactions.run(
                Safety.keyed(id),
                connection -> transfer.within(connection)
                        .key("wallet", id)
                        .run(request, () -> move(database.within(connection), from, to, cents))
                        .require());
    }

    private static String move(SqlOperations sql, String from, String to, long cents) {
        boolean isInOrder = from.compareTo(to) < 0; // always the same order, so that transfers do not deadlock
        change(sql, isInOrder ? from : to, isInOrder ? -cents : cents);
        change(sql, isInOrder ? to : from, isInOrder ? cents : -cents);
        return "moved";
    }

    private static void change(SqlOperations sql, String account, long cents) {
        Balance before = read(sql, account);
        if (before.cents() + cents < 0) {
            throw new IllegalStateException(account + " has only " + before.cents() + " cents"); // nothing is moved
        }
        int changed = sql.update(
                "UPDATE account SET cents = ?, version = version + 1 WHERE id = ? AND version = ?",
                before.cents() + cents,
                account,
                before.version());
        if (changed == 0) {
            throw new StaleReadException(); // somebody was faster: the transaction starts again
        }
    }
    // end

    static Balance read(SqlOperations sql, String account) {
        return sql.first(
                        "SELECT cents, version FROM account WHERE id = ?",
                        row -> new Balance(row.getLong("cents"), row.getLong("version")),
                        account)
                .orElseThrow();
    }

    record Transfer(String from, String to, long cents) {}

    record Balance(long cents, long version) {}
}
