package dev.oncemore.examples.split;

import dev.oncemore.jackson.JacksonCodecs;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.jdbc.transaction.NaturalKey;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.retry.Safety;
import dev.oncemore.testkit.server.FreshDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** The expenses of a group of people, on the server. */
final class Group {
    static final String ENTERED = "entered";
    static final String KNOWN = "known";

    // snippet: natural
    /** Nobody pays the same amount for the same thing twice a day, unless they say so: then it is the second one. */
    private static final NaturalKey EXPENSES = NaturalKey.table("expense").key("payer", "day", "what", "cents", "nth");
    // end

    private final Database database;
    private final TransactionalOperation<String, Connection> enter;

    Group(FreshDatabase sqlite) {
        JdbcStores stores = JdbcStores.of(sqlite.dataSource());
        stores.schema().apply();
        database = stores.database();
        database.update("CREATE TABLE expense (payer TEXT, day TEXT, what TEXT, cents INTEGER, nth INTEGER)");
        enter = Once.on(stores.records(), OnceSettings.standard().codecs(JacksonCodecs.standard()))
                .operation("expense:enter", String.class)
                .build();
    }

    /** Enters whatever arrives. */
    void enterNaively(Expense... expenses) {
        for (Expense expense : expenses) {
            database.update(
                    "INSERT INTO expense VALUES (?, ?, ?, ?, 1)",
                    expense.payer(),
                    expense.day(),
                    expense.what(),
                    expense.cents());
        }
    }

    /** The index that a natural key needs. */
    void requireUnique() {
        database.update("CREATE UNIQUE INDEX expense_key ON expense (payer, day, what, cents, nth)");
    }

    // snippet: enter
    /** The id is made by the phone when its owner presses the button, and kept with the entry until it is answered. */
    String enter(String phone, String id, Expense expense) throws SQLException {
        return database.transactions()
                .run(
                        Safety.keyed(id),
                        connection -> enter.within(connection)
                                .key("lisbon", phone, id)
                                .run(expense, () -> insert(connection, expense))
                                .require());
    }

    private static String insert(Connection connection, Expense expense) throws SQLException {
        Map<String, Object> row = Map.of(
                "payer", expense.payer(),
                "day", expense.day(),
                "what", expense.what(),
                "cents", expense.cents(),
                "nth", expense.nth());
        return EXPENSES.insert(connection, row).inserted() ? ENTERED : KNOWN; // known: the phone asks its owner
    }
    // end

    long count() {
        return database.first("SELECT count(*) AS n FROM expense", row -> row.getLong("n"))
                .orElseThrow();
    }

    /** What Bob owes Ann, who share everything equally. */
    long owedCents() {
        String sql = "SELECT coalesce(sum(CASE payer WHEN 'ann' THEN cents ELSE -cents END), 0) / 2 AS n FROM expense";
        return database.first(sql, row -> row.getLong("n")).orElseThrow();
    }

    /**
     * An expense.
     *
     * @param nth 1 for the first such expense of the day, 2 for the second
     */
    record Expense(String payer, String day, String what, long cents, int nth) {
        Expense another() {
            return new Expense(payer, day, what, cents, nth + 1);
        }
    }
}
