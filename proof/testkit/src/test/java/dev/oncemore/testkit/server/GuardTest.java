package dev.oncemore.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.time.Time;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** A JVM may be killed before it can clean up; then the server must not stay behind. */
@NeedsServers
class GuardTest {

    @Test
    void aKilledJvmTakesItsServerAlong() throws Exception {
        Process jvm = jvm();
        try (BufferedReader said = jvm.inputReader(StandardCharsets.UTF_8)) {
            int port = Integer.parseInt(said.readLine());
            Path folder = Path.of(said.readLine());
            assertThat(listens(port)).isTrue();
            assertThat(folder).isDirectory();

            jvm.destroyForcibly().waitFor();

            assertThat(soon(() -> !listens(port) && !Files.exists(folder))).isTrue();
        } finally {
            jvm.destroyForcibly();
        }
    }

    @Test
    void aJvmThatEndsTakesItsServerAlong() throws Exception {
        Process jvm = jvm();
        try (BufferedReader said = jvm.inputReader(StandardCharsets.UTF_8)) {
            int port = Integer.parseInt(said.readLine());
            Path folder = Path.of(said.readLine());

            jvm.getOutputStream().close();
            jvm.waitFor();

            assertThat(listens(port)).isFalse();
            assertThat(folder).doesNotExist();
        } finally {
            jvm.destroyForcibly();
        }
    }

    private static Process jvm() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static boolean listens(int port) {
        try (RedisConnection connection = RedisConnection.open(port)) {
            return connection.ask("PING").equals("PONG");
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean soon(BooleanSupplier condition) throws InterruptedException {
        Time time = Time.system();
        long start = time.nanoTime();
        while (!condition.getAsBoolean()
                && time.nanoTime() - start < Duration.ofSeconds(30).toNanos()) {
            time.sleep(Duration.ofMillis(20).toNanos());
        }
        return condition.getAsBoolean();
    }

    /** Starts a server, tells where, and ends when its input does. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws IOException {
            RedisServer server = RedisServer.shared();
            System.out.println(server.uri().getPort());
            System.out.println(server.ask("CONFIG", "GET", "dir").substring("dir ".length()));
            while (System.in.read() >= 0) {
                // Until the test has had enough.
            }
        }
    }
}
