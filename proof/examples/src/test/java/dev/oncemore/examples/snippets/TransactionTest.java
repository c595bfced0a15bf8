package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.jdbc.transaction.NaturalKey;
import dev.oncemore.jdbc.transaction.OptimisticLock;
import dev.oncemore.jdbc.transaction.StateTransition;
import dev.oncemore.jdbc.transaction.Transactions;
import dev.oncemore.once.Once;
import dev.oncemore.once.Payload;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.retry.Safety;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransactionTest {
    private final FreshDatabase database = Sqlite.freshDatabase();
    private final DataSource dataSource = database.dataSource();
    private final Accounts accounts = new Accounts();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void onceInATransactionThatIsRetried() throws SQLException {
        execute("CREATE TABLE payments (id INTEGER PRIMARY KEY, order_id TEXT NOT NULL)");
        JdbcStores.of(dataSource).schema().apply();
        TransactionalOperation<String, Connection> pay = Once.on(
                        JdbcStores.of(dataSource).records())
                .operation("payment:create", String.class)
                .build();

        // snippet: transactions
        Transactions transactions = Transactions.on(dataSource);
        String number = transactions.run(
                Safety.keyed("inv-001"), // the record makes a lost commit reply safe to repeat
                connection -> pay.within(connection)
                        .key("acme", "inv-001")
                        .run(Payload.none(), () -> insertPayment(connection, "order-7"))
                        .require());
        // end

        assertThat(number).isEqualTo("1");
    }

    @Test
    void updatesOfWhatNobodyLocks() throws SQLException {
        execute("CREATE TABLE accounts (id TEXT PRIMARY KEY, cents INTEGER NOT NULL, version INTEGER NOT NULL)");
        execute("INSERT INTO accounts VALUES ('a-1', 500, 1)");
        Transactions transactions = Transactions.on(dataSource);

        // snippet: optimistic-lock
        Account after = OptimisticLock.update(
                transactions,
                connection -> accounts.read(connection, "a-1"),
                account -> account.withdraw(100),
                // UPDATE accounts SET … WHERE id = ? AND version = ?: whether it changed a row
                (connection, before, changed) -> accounts.writeIfVersion(connection, changed, before.version()));
        // end

        assertThat(after).isEqualTo(new Account("a-1", 400, 2));
    }

    @Test
    void oneOfManyMovesTheRow() throws SQLException {
        execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, status TEXT NOT NULL)");
        execute("INSERT INTO orders VALUES (7, 'pending')");
        Transactions transactions = Transactions.on(dataSource);
        int orderId = 7;

        // snippet: state-transition
        StateTransition pay = StateTransition.of("orders")
                .column("status")
                .key("id")
                .from("pending")
                .to("paid");
        String answer = transactions
                .run(connection -> pay.apply(connection, orderId))
                .fold(() -> "thank you", () -> "paid before", actual -> "not while " + actual, () -> "no such order");
        // end

        assertThat(answer).isEqualTo("thank you");
        assertThat(transactions
                        .run(connection -> pay.apply(connection, orderId))
                        .applied())
                .isFalse();
    }

    @Test
    void oneOfManyInsertsTheRow() throws SQLException {
        execute("CREATE TABLE bills (user_id INTEGER, period TEXT, cents INTEGER, UNIQUE (user_id, period))");
        Transactions transactions = Transactions.on(dataSource);

        // snippet: natural-key
        NaturalKey bills = NaturalKey.table("bills").key("user_id", "period");
        boolean isNew = transactions
                .run(connection -> bills.insert(connection, Map.of("user_id", 7, "period", "2026-01", "cents", 4900)))
                .inserted();
        // end

        assertThat(isNew).isTrue();
    }

    private static String insertPayment(Connection connection, String order) throws SQLException {
        try (var insert = connection.prepareStatement("INSERT INTO payments (order_id) VALUES (?) RETURNING id")) {
            insert.setString(1, order);
            try (ResultSet row = insert.executeQuery()) {
                row.next();
                return row.getString(1);
            }
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    record Account(String id, long cents, long version) {
        Account withdraw(long amount) {
            return new Account(id, cents - amount, version + 1);
        }
    }

    /** The user's own SQL. */
    private static final class Accounts {
        Account read(Connection connection, String id) throws SQLException {
            try (var select = connection.prepareStatement("SELECT cents, version FROM accounts WHERE id = ?")) {
                select.setString(1, id);
                try (ResultSet row = select.executeQuery()) {
                    row.next();
                    return new Account(id, row.getLong(1), row.getLong(2));
                }
            }
        }

        boolean writeIfVersion(Connection connection, Account account, long version) throws SQLException {
            String sql = "UPDATE accounts SET cents = ?, version = ? WHERE id = ? AND version = ?";
            try (var update = connection.prepareStatement(sql)) {
                update.setLong(1, account.cents());
                update.setLong(2, account.version());
                update.setString(3, account.id());
                update.setLong(4, version);
                return update.executeUpdate() == 1;
            }
        }
    }
}
