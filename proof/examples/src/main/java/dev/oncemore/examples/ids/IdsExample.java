package dev.oncemore.examples.ids;

import dev.oncemore.examples.run.Example;
import dev.oncemore.examples.run.Tally;
import dev.oncemore.jackson.JacksonCodecs;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.jdbc.transaction.Transactions;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import java.io.IOException;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Consumer;

/** Two orders of one client: tea, whose response is lost, and coffee, for which the client uses the id of the tea. */
public final class IdsExample implements Example {
    private final ClientIds ids = new ClientIds(InstantSource.system(), new SecureRandom());

    /** Runs the example. */
    public static void main(String[] args) {
        Example.main(new IdsExample());
    }

    @Override
    public String name() {
        return "ids";
    }

    @Override
    public String summary() {
        return "ids made by the client (UUIDv7, ULID), and what happens when one is used twice";
    }

    @Override
    public Tally wanted() {
        return Tally.of(1, "orders of tea").and(1, "orders of coffee");
    }

    @Override
    public Tally accident(Consumer<String> out) throws Exception {
        try (FreshDatabase sqlite = Sqlite.freshDatabase()) {
            Database database = open(sqlite);
            insertUnlessKnown(database, ids.ulid(), "tea");
            String id = ids.ulid(); // wrong: a new id in the second attempt
            insertUnlessKnown(database, id, "tea");
            out.accept("tea: the response is lost, and the client tries again with a new id: ordered twice");

            insertUnlessKnown(database, id, "coffee"); // wrong: the id of another order
            out.accept("coffee, with the id of the tea: the unique key skips it, and the client is told 'ordered'");
            return count(database);
        }
    }

    private static void insertUnlessKnown(Database database, String id, String product) {
        database.update("INSERT INTO orders (id, product) VALUES (?, ?) ON CONFLICT DO NOTHING", id, product);
    }

    @Override
    public Tally cure(Consumer<String> out) throws Exception {
        try (FreshDatabase sqlite = Sqlite.freshDatabase()) {
            Shop shop = new Shop(sqlite);
            // snippet: client
            String id = ids.uuidV7().toString(); // before the first attempt: an id stands for one intention
            Outcome<String> first;
            try {
                first = shop.orderAndLoseTheResponse(id, "tea");
            } catch (IOException e) {
                first = shop.order(id, "tea"); // the same id
            }
            // end
            out.accept("tea: the response is lost, and the client tries again with the same id: " + answer(first));

            Outcome<String> reused = shop.order(id, "coffee");
            out.accept("coffee, with the id of the tea: " + answer(reused));
            out.accept("coffee, with an id of its own: " + answer(shop.order(ids.ulid(), "coffee")));
            return count(shop.database);
        }
    }

    private static String answer(Outcome<String> outcome) {
        if (outcome instanceof Outcome.Mismatch) {
            return "refused, because the id was used with another payload";
        }
        return outcome.require() + (outcome.isReplay() ? " (the recorded response)" : "");
    }

    /** Orders once per id. */
    private static final class Shop {
        private final Database database;
        private final Transactions transactions;
        private final TransactionalOperation<String, Connection> order;

        Shop(FreshDatabase sqlite) {
            database = open(sqlite);
            transactions = database.transactions();
            OnceSettings json = OnceSettings.standard().codecs(JacksonCodecs.standard());
            order = Once.on(JdbcStores.of(sqlite.dataSource()).records(), json)
                    .operation("order:create", String.class)
                    .build();
        }

        // snippet: server
        Outcome<String> order(String id, String product) throws SQLException {
            return transactions.run(connection -> order.within(connection)
                    .key("shop", "client-7", id) // the scope of an id is its client, so clients cannot use each other's
                    .run(Map.of("product", product), () -> {
                        database.within(connection)
                                .update("INSERT INTO orders (id, product) VALUES (?, ?)", id, product);
                        return product + " ordered";
                    }));
        }
        // end

        Outcome<String> orderAndLoseTheResponse(String id, String product) throws SQLException, IOException {
            order(id, product).require();
            throw new IOException("the connection was cut");
        }
    }

    private static Database open(FreshDatabase sqlite) {
        JdbcStores stores = JdbcStores.of(sqlite.dataSource());
        stores.schema().apply();
        stores.database().update("CREATE TABLE orders (id TEXT PRIMARY KEY, product TEXT NOT NULL)");
        return stores.database();
    }

    private static Tally count(Database database) {
        return Tally.of(count(database, "tea"), "orders of tea").and(count(database, "coffee"), "orders of coffee");
    }

    private static long count(Database database, String product) {
        return database.query("SELECT id FROM orders WHERE product = ?", row -> row.getString("id"), product)
                .size();
    }
}
