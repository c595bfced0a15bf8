package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.jdbc.SchemaScripts;
import dev.oncemore.jdbc.SqlOperations;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of the guide to databases. */
class DatabaseGuideTest {
    private final FreshDatabase database = Sqlite.freshDatabase();
    private final DataSource dataSource = database.dataSource();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void stores() {
        // snippet: stores
        JdbcStores stores = JdbcStores.of(dataSource);
        stores.schema().apply(); // or, after your own migrations: stores.schema().check()
        List<OnceRecord> waiting = stores.recordQueries().unknown(null, 100); // records that wait for a person
        // end
        assertThat(waiting).isEmpty();
    }

    @Test
    void migrations(@TempDir Path folder) throws IOException {
        // snippet: migrations
        for (SchemaScripts.Script script : JdbcStores.scripts("postgresql", "oncemore_")) {
            Files.writeString(folder.resolve(script.name()), script.sql());
        }
        // end
        assertThat(folder.resolve("oncemore_records_v1_postgresql.sql")).exists();
    }

    @Test
    void ownTables() {
        JdbcStores stores = JdbcStores.of(dataSource);
        TransactionalTasks<Connection> tasks = Tasks.on(stores.tasks());
        // snippet: own
        stores.schema().and(SchemaScripts.of("shop", DatabaseGuideTest.class)).apply();
        Database shop = stores.database();
        shop.update("INSERT INTO oncemore_account (name, role) VALUES (?, ?)", "ann", "clerk");
        shop.transact(connection -> {
            SqlOperations here = shop.within(connection);
            tasks.within(connection).enqueue("welcome-mail", "ann");
            return here.update("UPDATE oncemore_account SET role = ? WHERE name = ?", "admin", "ann");
        });
        // end
        assertThat(shop.first("SELECT role FROM oncemore_account WHERE name = ?", row -> row.getString(1), "ann"))
                .contains("admin");
    }
}
