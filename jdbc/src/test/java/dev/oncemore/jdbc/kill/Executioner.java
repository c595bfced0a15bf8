package dev.oncemore.jdbc.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.testkit.server.FreshDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Starts an owner in a JVM of its own, and kills it when it has come to where it shall die. */
final class Executioner {
    private static final int KILLED = 128 + 9;
    private static final long LIMIT_SECONDS = 90;

    private final FreshDatabase database;
    private final Path temporary;

    /** The folder takes what the child unpacks, since it cannot tidy up. */
    Executioner(FreshDatabase database, Path temporary) {
        this.database = database;
        this.temporary = temporary;
    }

    /** Answers the outcome that it acknowledged before. */
    String kill(String what, Point point, int owners) throws Exception {
        Process child = start(what, point);
        try {
            String acknowledged = CompletableFuture.supplyAsync(() -> awaitStops(child, owners))
                    .get(LIMIT_SECONDS, TimeUnit.SECONDS);
            assertThat(child.waitFor()).as("it did not end by itself").isEqualTo(KILLED);
            return acknowledged;
        } finally {
            child.destroyForcibly();
        }
    }

    private Process start(String what, Point point) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                DoomedOwner.class.getName(),
                what,
                point.name(),
                database.url(),
                database.user(),
                database.password());
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String awaitStops(Process child, int owners) {
        String acknowledged = "";
        StringBuilder said = new StringBuilder();
        int stopped = 0;
        try (BufferedReader lines = child.inputReader(StandardCharsets.UTF_8)) {
            while (stopped < owners) {
                String line = lines.readLine();
                if (line == null) {
                    throw new AssertionError("it ended before it could be killed:\n" + said);
                }
                said.append(line).append('\n');
                stopped += line.equals(DoomedOwner.STOPPED) ? 1 : 0;
                acknowledged = line.startsWith(DoomedOwner.ACKNOWLEDGED)
                        ? line.substring(DoomedOwner.ACKNOWLEDGED.length())
                        : acknowledged;
            }
            child.destroyForcibly(); // while its pipes are open, since it would notice when they close
            return acknowledged;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
