package dev.oncemore.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.operations.store.Backend;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.server.cli.PlainOutput;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What others wrote does not steer the terminal of whoever reads it. */
class PlainOutputTest {
    private static final String ESCAPES = "\u001b]0;owned\u0007\u001b[2J\u009b31m\rover\u202e";

    private final CommandRun command = new CommandRun();

    @Test
    void anEscapeIsShown_notSent() {
        StringWriter written = new StringWriter();
        PrintWriter out = PlainOutput.over(new PrintWriter(written));
        out.println("a" + ESCAPES + "b\ttab 日本語 🎉");
        out.flush();
        assertThat(written.toString())
                .isEqualTo("a\\u001b]0;owned\\u0007\\u001b[2J\\u009b31m\\u000dover\\u202eb\ttab 日本語 🎉"
                        + System.lineSeparator());
    }

    @Test
    void aDeadLetterWithEscapesIsHarmless(@TempDir Path folder) {
        String store = "sqlite:" + folder.resolve("s.db");
        String id;
        try (Backend backend = Backend.open(StoreUrl.parse(store), Map.of())) {
            Tasks tasks = Tasks.on(backend.tasks())
                    .handle("mail", String.class, (text, task) -> Verdict.dead("no way " + ESCAPES));
            id = tasks.enqueue("mail", "payload " + ESCAPES).id();
            tasks.manualWorker().runAll();
        }
        for (String[] args : new String[][] {
            {"dead", "list", "--store", store},
            {"dead", "show", id, "--store", store},
            {"dead", "show", id, "--json", "--store", store},
            {"tasks", "show", id, "--store", store}
        }) {
            command.run(args);
            assertThat(command.out() + command.err())
                    .as(String.join(" ", args))
                    .isNotBlank()
                    .doesNotContain("\u001b", "\u009b", "\u0007", "\u202e");
        }
    }

    @Test
    void aTokenCanBeInAFile(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "omt_of-nobody\n");
        int status = command.run("dead", "list", "--server", "http://127.0.0.1:1", "--token-file", file.toString());
        assertThat(status).isEqualTo(1);
        assertThat(command.err()).contains("no answer from http://127.0.0.1:1");
        command.run("dead", "list", "--token-file", folder.resolve("none").toString());
        assertThat(command.err()).contains("cannot be read");
        command.run("dead", "list", "--token", "x", "--token-file", file.toString());
        assertThat(command.err()).contains("not both");
    }
}
