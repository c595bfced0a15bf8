package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.operations.store.StoreUrl;
import io.javalin.util.JavalinBindException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The password of the first account is shown once: at the first start that succeeds. */
class FirstStartTest {
    @TempDir
    private Path folder;

    private ServerSettings on(int port) {
        return new ServerSettings("127.0.0.1", port, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), null, false);
    }

    @Test
    void thePasswordIsShownOnce() {
        try (Server first = Server.start(on(0), Map.of())) {
            assertThat(first.firstPassword()).isPresent();
        }
        try (Server second = Server.start(on(0), Map.of())) {
            assertThat(second.firstPassword()).isEmpty();
        }
    }

    @Test
    void aStartOnATakenPortDoesNotLoseIt() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatExceptionOfType(JavalinBindException.class)
                    .isThrownBy(() -> Server.start(on(taken.getLocalPort()), Map.of()));
        }
        try (Server server = Server.start(on(0), Map.of())) {
            assertThat(server.firstPassword()).isPresent();
        }
    }
}
