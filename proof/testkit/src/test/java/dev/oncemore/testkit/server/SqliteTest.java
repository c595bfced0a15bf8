package dev.oncemore.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

@NeedsServers
class SqliteTest {

    @Test
    void commitsAreDurable() throws SQLException {
        try (FreshDatabase database = Sqlite.freshDatabase()) {
            for (DataSource source : new DataSource[] {database.dataSource(), database.pooled(2)}) {
                assertThat(Sql.ask(source, "pragma journal_mode")).isEqualTo("wal");
                assertThat(Sql.ask(source, "pragma synchronous")).isEqualTo("2");
            }
        }
    }

    @Test
    void freshDatabasesKnowNothingOfEachOther_andAreDeleted() throws SQLException {
        Path file;
        try (FreshDatabase one = Sqlite.freshDatabase();
                FreshDatabase other = Sqlite.freshDatabase()) {
            Sql.execute(one.dataSource(), "create table t (id int primary key)");
            file = Path.of(Sql.ask(one.dataSource(), "select file from pragma_database_list"));

            assertThat(file).exists();
            assertThat(Sql.ask(other.dataSource(), "select count(*) from sqlite_schema"))
                    .isEqualTo("0");
        }
        assertThat(Files.exists(file)).isFalse();
    }
}
