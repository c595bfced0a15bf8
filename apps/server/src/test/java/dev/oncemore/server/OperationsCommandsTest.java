package dev.oncemore.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.operations.store.Backend;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.server.serve.Server;
import dev.oncemore.server.serve.ServerSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Operations on the command line, against a server and against a store. */
class OperationsCommandsTest {
    private static final String TOKEN = "a token that is long enough";

    private final CommandRun command = new CommandRun();

    @TempDir
    private Path folder;

    private String store;
    private String dead;

    @BeforeEach
    void oneTaskIsDead() {
        store = "sqlite:" + folder.resolve("s.db");
        try (Backend backend = Backend.open(StoreUrl.parse(store), Map.of())) {
            Tasks tasks = Tasks.on(backend.tasks())
                    .handle("mail", String.class, (text, task) -> Verdict.dead("no such address: " + text));
            dead = tasks.enqueue("mail", "nobody@example.com").id();
            tasks.manualWorker().runAll();
        }
    }

    @Test
    void aStoreNeedsNoServer() {
        assertThat(command.run("dead", "list", "--store", store)).isZero();
        assertThat(command.out()).contains(dead, "mail", "no such address: nobody@example.com");
        assertThat(command.run("dead", "show", dead, "--store", store)).isZero();
        assertThat(command.out()).contains("payload: nobody@example.com", "died");
        assertThat(command.run("dead", "redrive", "--all", "--kind", "mail", "--dry-run", "--store", store))
                .isZero();
        assertThat(command.out()).isEqualTo("1 would be redriven%n".formatted());
        assertThat(command.run("dead", "discard", dead, "--why", "a test", "--store", store))
                .isZero();
        assertThat(command.run("dead", "list", "--store", store)).isZero();
        assertThat(command.out()).isEqualTo("nothing is dead%n".formatted());
        assertThat(command.run("dead", "restore", dead, "--why", "a test", "--store", store))
                .isZero();
        assertThat(command.out()).isEqualTo("restored %s%n".formatted(dead));
        assertThat(command.run("dead", "redrive", dead, "--why", "mended", "--store", store))
                .isZero();
        assertThat(command.out()).contains("redriven " + dead + "; it is ready");
        assertThat(command.run("tasks", "--store", store)).isZero();
        assertThat(command.out()).contains("default");
        assertThat(command.run("tasks", dead, "--store", store)).isZero();
        assertThat(command.out()).contains("mail in queue default is ready", "redriven", "automation", "mended");
    }

    @Test
    void aServerIsAskedWithAToken() {
        ServerSettings settings = new ServerSettings("127.0.0.1", 0, StoreUrl.parse(store), TOKEN, false);
        try (Server server = Server.start(settings, Map.of())) {
            String address = server.address().toString();
            assertThat(command.run("dead", "list", "--json", "--server", address, "--token", TOKEN))
                    .isZero();
            assertThat(JsonMapper.builder()
                            .build()
                            .readTree(command.out())
                            .path("letters")
                            .path(0)
                            .path("id")
                            .asString())
                    .isEqualTo(dead);
            assertThat(command.run("record", "acme/payment:create", "inv-001", "--server", address, "--token", TOKEN))
                    .isEqualTo(3);
            assertThat(command.out()).contains("never seen");
            assertThat(command.run("dead", "list", "--server", address, "--token", "wrong"))
                    .isEqualTo(1);
            assertThat(command.err()).contains("oncemore dead list: " + address + " does not know this token");
        }
    }

    @Test
    void aTokenMayBeInAFile() throws IOException {
        ServerSettings settings = new ServerSettings("127.0.0.1", 0, StoreUrl.parse(store), TOKEN, false);
        Path file = folder.resolve("token");
        try (Server server = Server.start(settings, Map.of())) {
            Files.writeString(file, TOKEN + "\n");
            assertThat(list(server, "--token-file", file.toString())).isZero();
            assertThat(command.out()).contains(dead);
            assertThat(list(server, "--token-file", file.toString(), "--token", TOKEN))
                    .isEqualTo(2);
            assertThat(command.err()).contains("give --token or --token-file, not both");
            assertThat(list(server, "--token-file", folder.resolve("none").toString()))
                    .isEqualTo(1);
            assertThat(command.err()).contains("the token file", "cannot be read");
            // A header must not be continued on a second line, and what is wrong with a secret is not printed.
            Files.writeString(file, TOKEN + "\r\nX-Other: header\n");
            assertThat(list(server, "--token-file", file.toString())).isEqualTo(1);
            assertThat(command.err())
                    .contains("this is not a token: it must be one line of printable ASCII")
                    .doesNotContain(TOKEN);
            Files.writeString(file, "x".repeat(10_000));
            assertThat(list(server, "--token-file", file.toString())).isEqualTo(1);
            assertThat(command.err()).contains("does not know this token").doesNotContain("xxx");
            Files.writeString(file, " \n");
            assertThat(list(server, "--token-file", file.toString())).isEqualTo(1);
            assertThat(command.err()).contains("no token");
        }
    }

    private int list(Server server, String... options) {
        List<String> words = new ArrayList<>(
                List.of("dead", "list", "--server", server.address().toString()));
        words.addAll(List.of(options));
        return command.run(words.toArray(String[]::new));
    }

    @Test
    void mistakesAreTold_withTheirExitCode() {
        assertThat(command.run("dead", "show", "nosuch", "--store", store)).isEqualTo(3);
        assertThat(command.err()).contains("there is no dead letter nosuch");
        assertThat(command.run("dead", "redrive", "--store", store)).isEqualTo(2);
        assertThat(command.err()).contains("name one ID, or use --all");
        assertThat(command.run("dead", "redrive", dead, "--dry-run", "--store", store))
                .isEqualTo(2);
        assertThat(command.err()).contains("--dry-run, --queue, --kind and --signature go with --all");
        assertThat(command.run("dead", "discard", dead, "--why", " ", "--store", store))
                .isEqualTo(2);
        assertThat(command.err()).contains("--why is empty");
        assertThat(command.run("dead", "list", "--store", store + ".typo")).isEqualTo(2);
        assertThat(command.err()).contains("there is no store " + store + ".typo");
        assertThat(folder.resolve("s.db.typo")).doesNotExist();
        assertThat(command.run("dead", "redrive", dead, "--store", store)).isEqualTo(2);
        assertThat(command.err()).contains("--why is missing");
        assertThat(command.run("dead", "list", "--store", "oracle:x")).isEqualTo(2);
        assertThat(command.err()).contains("'oracle:x' is not a store");
        assertThat(command.run("record", "no scope", "x", "--store", store)).isEqualTo(1);
        assertThat(command.err()).contains("tenant/principal/operation");
        assertThat(command.run("dead")).isEqualTo(2);
        assertThat(command.err()).contains("name a command: list, show, redrive, discard or restore");
    }

    @Test
    void theAbsenceOfAServerIsTold() {
        assertThat(command.run("tasks", "--server", "http://127.0.0.1:1", "--token", "x"))
                .isEqualTo(1);
        assertThat(command.err()).contains("no answer from http://127.0.0.1:1; is 'oncemore serve' running there?");
    }
}
