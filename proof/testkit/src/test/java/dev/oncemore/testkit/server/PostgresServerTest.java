package dev.oncemore.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.OncemoreException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class PostgresServerTest extends DatabaseServerContract {

    @Override
    DatabaseServer shared() {
        return PostgresServer.shared();
    }

    @Override
    DatabaseServer start(Map<String, String> settings) {
        return PostgresServer.start(settings);
    }

    @Override
    String setting(DataSource source, String name) throws SQLException {
        return Sql.ask(source, "show " + name);
    }

    @Override
    Path dataFolder(DataSource source) throws SQLException {
        return Path.of(setting(source, "data_directory"));
    }

    @Test
    void commitsAreDurable() throws SQLException {
        try (FreshDatabase database = shared().freshDatabase()) {
            DataSource source = database.dataSource();
            assertThat(setting(source, "server_version_num")).startsWith("18");
            assertThat(setting(source, "fsync")).isEqualTo("on");
            assertThat(setting(source, "synchronous_commit")).isEqualTo("on");
            assertThat(setting(source, "full_page_writes")).isEqualTo("on");
            assertThat(setting(source, "max_connections")).isEqualTo("300");
            assertThat(setting(source, "listen_addresses")).isEqualTo("127.0.0.1");
        }
    }

    @Test
    void settingsOfTheTestGoBeforeOurs() throws SQLException {
        try (DatabaseServer server = start(Map.of("fsync", "off"))) {
            assertThat(setting(server.freshDatabase().dataSource(), "fsync")).isEqualTo("off");
        }
    }

    @Test
    void asAStandbyItKnowsWhatWasCommitted_andRefusesToWrite() throws SQLException {
        try (PostgresServer server = PostgresServer.start();
                FreshDatabase database = server.freshDatabase()) {
            DataSource source = database.dataSource();
            Sql.execute(source, "create table invoice (number text)");

            server.restartAsStandby();

            assertThat(Sql.ask(source, "select pg_is_in_recovery()")).isEqualTo("t");
            assertThat(Sql.ask(source, "select count(*) from invoice")).isEqualTo("0");
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> Sql.execute(source, "insert into invoice values ('1')"))
                    .withMessageContaining("read-only");
        }
        assertThatIllegalStateException()
                .isThrownBy(() -> PostgresServer.shared().restartAsStandby())
                .withMessageContaining("cannot be made a standby");
    }

    @Test
    void oneThatDoesNotStartSaysWhatTheServerSaid() {
        assertThatExceptionOfType(OncemoreException.class)
                .isThrownBy(() -> start(Map.of("max_connections", "many")))
                .withMessageContaining("PostgreSQL ended with exit code 1 instead of starting")
                .withMessageContaining("invalid value for parameter \"max_connections\": \"many\"");
    }
}
