package dev.oncemore.jdbc.kill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A JVM of its own that is killed when it has said something so often. */
final class Child {
    private static final int KILLED = 128 + 9;
    private static final long LIMIT_SECONDS = 90;

    private final Process process;

    private Child(Process process) {
        this.process = process;
    }

    /** Starts a class. The folder takes what it unpacks, since it cannot tidy up. */
    static Child start(Path temporary, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return new Child(new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /** Answers all that it said until then. */
    List<String> killAfter(String line, int times) throws Exception {
        try {
            List<String> said =
                    CompletableFuture.supplyAsync(() -> listen(line, times)).get(LIMIT_SECONDS, TimeUnit.SECONDS);
            assertThat(process.waitFor()).as("it did not end by itself").isEqualTo(KILLED);
            return said;
        } finally {
            process.destroyForcibly();
        }
    }

    private List<String> listen(String line, int times) {
        List<String> said = new ArrayList<>();
        int heard = 0;
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            while (heard < times) {
                String next = lines.readLine();
                if (next == null) {
                    throw new AssertionError("it ended before it could be killed: " + said);
                }
                said.add(next);
                heard += next.equals(line) ? 1 : 0;
            }
            process.destroyForcibly(); // while its pipes are open, since it would notice when they close
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
