package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.jackson.JacksonCodecs;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.jdbc.transaction.Transactions;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Operation;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.TransactionalOnce;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ValuesTest {
    private final FreshDatabase database = Sqlite.freshDatabase();
    private final DataSource dataSource = database.dataSource();
    private final List<String> mails = new ArrayList<>();
    private TransactionalOnce<Connection> once;

    record Receipt(String number) {}

    record Confirmation(String number) {}

    @BeforeEach
    void open() {
        JdbcStores stores = JdbcStores.of(dataSource);
        stores.schema().apply();
        once = Once.on(stores.records(), OnceSettings.standard().codecs(JacksonCodecs.standard()));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void labels() {
        once.operation("payment:create", Receipt.class)
                .build()
                .key("acme", "inv-001")
                .run(Payload.none(), claim -> new Receipt("r-1"))
                .require();

        // snippet: label
        Operation<Confirmation> pay = once.operation("payment:create", Confirmation.class)
                .label("confirmation", "Receipt") // reads values stored as a Receipt, too
                .build();
        // end

        assertThat(pay.key("acme", "inv-001")
                        .run(Payload.none(), claim -> new Confirmation("never"))
                        .require())
                .isEqualTo(new Confirmation("r-1"));
    }

    @Test
    void effectsThatReturnNothing() throws SQLException {
        // snippet: perform
        TransactionalOperation<Void, Connection> welcome =
                once.operation("mail:welcome").build();
        Outcome<Void> sent = welcome.key("acme", "ann").perform(Payload.none(), claim -> send(claim.downstreamKey()));
        // end
        sent.require();
        welcome.key("acme", "ann")
                .perform(Payload.none(), claim -> send("again"))
                .require();

        assertThat(mails).hasSize(1);
        Transactions.on(dataSource)
                .run(connection -> welcome.within(connection)
                        .key("acme", "bob")
                        .perform(Payload.none(), () -> note(connection))
                        .require());
        assertThat(welcome.key("acme", "bob").find().record()).isPresent();
    }

    private void send(String key) {
        mails.add(key);
    }

    private static void note(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE mail (address TEXT)");
        }
    }
}
