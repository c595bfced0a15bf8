package dev.oncemore.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.server.serve.Server;
import dev.oncemore.server.serve.ServerSettings;
import dev.oncemore.server.store.Backend;
import dev.oncemore.server.store.StoreUrl;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Operations on the command line, against a server and against a store. */
class OperationsCommandsTest {
    private static final String TOKEN = "a token that is long enough";

    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

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

    private int run(String... args) {
        out = new StringWriter();
        err = new StringWriter();
        return Oncemore.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    @Test
    void aStoreNeedsNoServer() {
        assertThat(run("dead", "list", "--store", store)).isZero();
        assertThat(out.toString()).contains(dead, "mail", "no such address: nobody@example.com");
        assertThat(run("dead", "show", dead, "--store", store)).isZero();
        assertThat(out.toString()).contains("payload: nobody@example.com", "died");
        assertThat(run("dead", "redrive", "--all", "--kind", "mail", "--dry-run", "--store", store))
                .isZero();
        assertThat(out.toString()).isEqualTo("1 would be redriven%n".formatted());
        assertThat(run("dead", "discard", dead, "--why", "a test", "--store", store))
                .isZero();
        assertThat(run("dead", "list", "--store", store)).isZero();
        assertThat(out.toString()).isEqualTo("nothing is dead%n".formatted());
        assertThat(run("dead", "restore", dead, "--why", "a test", "--store", store))
                .isZero();
        assertThat(run("dead", "redrive", dead, "--why", "mended", "--store", store))
                .isZero();
        assertThat(out.toString()).contains("redriven " + dead + "; it is ready");
        assertThat(run("tasks", "--store", store)).isZero();
        assertThat(out.toString()).contains("default");
        assertThat(run("tasks", dead, "--store", store)).isZero();
        assertThat(out.toString()).contains("mail in queue default is ready", "redriven", "automation", "mended");
    }

    @Test
    void aServerIsAskedWithAToken() {
        ServerSettings settings = new ServerSettings("127.0.0.1", 0, StoreUrl.parse(store), TOKEN, false);
        try (Server server = Server.start(settings, Map.of())) {
            String address = server.address().toString();
            assertThat(run("dead", "list", "--json", "--server", address, "--token", TOKEN))
                    .isZero();
            assertThat(JsonMapper.builder()
                            .build()
                            .readTree(out.toString())
                            .path("letters")
                            .path(0)
                            .path("id")
                            .asString())
                    .isEqualTo(dead);
            assertThat(run("record", "acme/payment:create", "inv-001", "--server", address, "--token", TOKEN))
                    .isZero();
            assertThat(out.toString()).contains("never seen");
            assertThat(run("dead", "list", "--server", address, "--token", "wrong"))
                    .isEqualTo(1);
            assertThat(err.toString()).contains("oncemore dead list: log in");
        }
    }

    @Test
    void mistakesAreTold_withTheirExitCode() {
        assertThat(run("dead", "show", "nosuch", "--store", store)).isEqualTo(3);
        assertThat(err.toString()).contains("there is no dead letter nosuch");
        assertThat(run("dead", "redrive", "--store", store)).isEqualTo(2);
        assertThat(err.toString()).contains("name one ID, or say --all");
        assertThat(run("dead", "redrive", dead, "--store", store)).isEqualTo(2);
        assertThat(err.toString()).contains("say --why");
        assertThat(run("dead", "list", "--store", "oracle:x")).isEqualTo(2);
        assertThat(err.toString()).contains("'oracle:x' is no store");
        assertThat(run("record", "no scope", "x", "--store", store)).isEqualTo(1);
        assertThat(err.toString()).contains("tenant/principal/operation");
        assertThat(run("dead")).isEqualTo(2);
        assertThat(err.toString()).contains("say what to do");
    }

    @Test
    void theAbsenceOfAServerIsTold() {
        assertThat(run("tasks", "--server", "http://127.0.0.1:1", "--token", "x"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("no answer from http://127.0.0.1:1; is 'oncemore serve' running there?");
    }
}
