package dev.oncemore.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

@NeedsServers
class RedisServerTest {

    @Test
    void theSharedOneIsStartedOnce_andEndsWithTheJvm() {
        assertThat(RedisServer.shared()).isSameAs(RedisServer.shared());
        assertThatIllegalStateException().isThrownBy(() -> RedisServer.shared().kill());
        assertThatIllegalStateException().isThrownBy(() -> RedisServer.shared().restart());
        assertThatIllegalStateException().isThrownBy(() -> RedisServer.shared().close());
    }

    @Test
    void writesAreDurable_andNothingIsEvicted() throws IOException {
        RedisServer server = RedisServer.shared();
        assertThat(server.ask("CONFIG", "GET", "appendonly")).isEqualTo("appendonly yes");
        assertThat(server.ask("CONFIG", "GET", "appendfsync")).isEqualTo("appendfsync always");
        assertThat(server.ask("CONFIG", "GET", "maxmemory-policy")).isEqualTo("maxmemory-policy noeviction");
        assertThat(server.ask("CONFIG", "GET", "bind")).isEqualTo("bind 127.0.0.1");
        assertThat(server.ask("INFO", "server")).contains("redis_version:6.2");
    }

    @Test
    void testsHavePrefixesOfTheirOwn() throws IOException {
        RedisServer server = RedisServer.shared();
        String one = server.freshPrefix();
        String other = server.freshPrefix();

        server.ask("SET", one + "key", "value");

        assertThat(server.uri().toString()).matches("redis://127\\.0\\.0\\.1:\\d+");
        assertThat(server.ask("GET", one + "key")).isEqualTo("value");
        assertThat(server.ask("GET", other + "key")).isEmpty();
    }

    @Test
    void afterAKillWhatWasWrittenIsThere() throws IOException {
        try (RedisServer server = RedisServer.start()) {
            server.ask("SET", "key", "value");
            server.kill();
            assertThatIOException().isThrownBy(() -> server.ask("PING"));

            server.restart();

            assertThat(server.ask("GET", "key")).isEqualTo("value");
        }
    }

    @Test
    void settingsOfTheTestGoBeforeOurs_andClosingDeletesTheData() throws IOException {
        Path folder;
        try (RedisServer server = RedisServer.start(Map.of("appendonly", "no"))) {
            assertThat(server.ask("CONFIG", "GET", "appendonly")).isEqualTo("appendonly no");
            folder = Path.of(server.ask("CONFIG", "GET", "dir").substring("dir ".length()));
            assertThat(folder).isDirectory();
        }
        assertThat(folder).doesNotExist();
    }
}
