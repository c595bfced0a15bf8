package dev.oncemore.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("dev.oncemore.testkit.server.MariaDbServer#runsHere")
class MariaDbServerTest extends DatabaseServerContract {

    @Override
    DatabaseServer shared() {
        return MariaDbServer.shared();
    }

    @Override
    DatabaseServer start(Map<String, String> settings) {
        return MariaDbServer.start(settings);
    }

    @Override
    String setting(DataSource source, String name) throws SQLException {
        return Sql.ask(source, "select @@" + name);
    }

    @Override
    Path dataFolder(DataSource source) throws SQLException {
        return Path.of(setting(source, "datadir"));
    }

    @Test
    void commitsAreDurable() throws SQLException {
        try (FreshDatabase database = shared().freshDatabase()) {
            DataSource source = database.dataSource();
            assertThat(setting(source, "version")).startsWith("11.4");
            assertThat(setting(source, "innodb_flush_log_at_trx_commit")).isEqualTo("1");
            assertThat(setting(source, "innodb_doublewrite")).isEqualTo("ON");
            assertThat(setting(source, "max_connections")).isEqualTo("300");
            assertThat(setting(source, "bind_address")).isEqualTo("127.0.0.1");
        }
    }

    @Test
    void textIsComparedWithoutRegardToCase() throws SQLException {
        try (FreshDatabase database = shared().freshDatabase()) {
            Sql.execute(database.dataSource(), "create table t (k varchar(10) primary key)");
            Sql.execute(database.dataSource(), "insert into t values ('key')");
            assertThat(Sql.ask(database.dataSource(), "select k from t where k = 'KEY'"))
                    .isEqualTo("key");
        }
    }

    @Test
    void settingsOfTheTestGoBeforeOurs() throws SQLException {
        try (DatabaseServer server = start(Map.of("innodb_flush_log_at_trx_commit", "2"))) {
            assertThat(setting(server.freshDatabase().dataSource(), "innodb_flush_log_at_trx_commit"))
                    .isEqualTo("2");
        }
    }
}
