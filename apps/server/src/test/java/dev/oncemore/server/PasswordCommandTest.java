package dev.oncemore.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.server.serve.Server;
import dev.oncemore.server.serve.ServerSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code oncemore password} as a script uses it: in a process of its own, with the passwords on standard input. */
class PasswordCommandTest {
    @TempDir
    private Path folder;

    private record Result(int code, String output) {}

    private static Result run(Server server, String name, String old, String password) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "-XX:TieredStopAtLevel=1",
                Oncemore.class.getName(),
                "password",
                name,
                "--server",
                server.address().toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().write((old + "\n" + password + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), output);
    }

    @Test
    void theOldPasswordChangesIt_andAWrongOneDoesNot() throws Exception {
        try (Server server = Server.start(
                new ServerSettings("127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), null, false),
                Map.of())) {
            String first = server.firstPassword().orElseThrow();
            Result wrong = run(server, "admin", "not the password", "another password");
            assertThat(wrong.code()).as(wrong.output()).isEqualTo(1);
            assertThat(wrong.output())
                    .contains("oncemore password: ")
                    .doesNotContain("not the password", "another password");
            Result weak = run(server, "admin", first, "short");
            assertThat(weak.code()).as(weak.output()).isEqualTo(1);
            Result changed = run(server, "admin", first, "another password");
            assertThat(changed.code()).as(changed.output()).isZero();
            assertThat(changed.output()).contains("password changed").doesNotContain("another password", first);
            assertThat(run(server, "admin", first, "a third password").code())
                    .as("the old one does not count any more")
                    .isEqualTo(1);
            assertThat(run(server, "admin", "another password", "a third password")
                            .code())
                    .isZero();
        }
    }
}
