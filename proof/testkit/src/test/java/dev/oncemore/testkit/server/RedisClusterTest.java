package dev.oncemore.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import org.junit.jupiter.api.Test;

@NeedsServers
class RedisClusterTest {

    /** Slot 12739, the last third. */
    private static final String KEY_OF_THE_LAST = "123456789";

    @Test
    void threeMastersShareTheKeys() throws IOException {
        RedisCluster cluster = RedisCluster.shared();

        assertThat(cluster).isSameAs(RedisCluster.shared());
        assertThat(cluster.uris()).hasSize(3).doesNotHaveDuplicates();
        assertThat(cluster.freshPrefix()).isNotEqualTo(cluster.freshPrefix());
        assertThat(cluster.nodes().get(2).ask("SET", KEY_OF_THE_LAST, "value")).isEqualTo("OK");
        assertThatIOException()
                .isThrownBy(() -> cluster.nodes().get(0).ask("GET", KEY_OF_THE_LAST))
                .withMessageContaining(
                        "MOVED 12739 127.0.0.1:" + cluster.uris().get(2).getPort());
        assertThatIllegalStateException().isThrownBy(cluster::close);
        assertThatIllegalStateException()
                .isThrownBy(() -> cluster.nodes().get(0).kill());
    }

    @Test
    void aKilledMasterComesBackWithItsKeys() throws IOException {
        try (RedisCluster cluster = RedisCluster.start()) {
            RedisServer last = cluster.nodes().get(2);
            last.ask("SET", KEY_OF_THE_LAST, "value");

            last.kill();
            last.restart();
            cluster.awaitServing();

            assertThat(last.ask("GET", KEY_OF_THE_LAST)).isEqualTo("value");
            assertThat(last.ask("CONFIG", "GET", "appendfsync")).isEqualTo("appendfsync always");
        }
    }
}
