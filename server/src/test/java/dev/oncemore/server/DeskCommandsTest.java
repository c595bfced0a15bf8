package dev.oncemore.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.server.desk.Books;
import dev.oncemore.server.desk.DeskSettings;
import dev.oncemore.server.sandbox.Sandbox;
import dev.oncemore.server.sandbox.SandboxSettings;
import dev.oncemore.server.serve.Server;
import dev.oncemore.server.serve.ServerSettings;
import dev.oncemore.server.store.StoreUrl;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The desk on the command line, against a server and against a store. */
class DeskCommandsTest {
    private static final String TOKEN = "a token that is long enough";

    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private int run(String... args) {
        out = new StringWriter();
        err = new StringWriter();
        return Oncemore.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    private String template() throws Exception {
        assertThat(run("desk", "template", "--type", "invoice")).isZero();
        assertThat(out.toString()).startsWith("number,date,partner,description,quantity,unit_price,tax_rate\n");
        return Files.writeString(folder.resolve("sheet.csv"), out.toString()).toString();
    }

    @Test
    void theTemplateIsSent_andAgain() throws Exception {
        String file = template();
        StoreUrl store = StoreUrl.parse("sqlite:" + folder.resolve("s.db"));
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.standard());
                Server server = Server.start(
                        new ServerSettings("127.0.0.1", 0, store, TOKEN, false)
                                .desk(DeskSettings.at(sandbox.address())),
                        Map.of())) {
            String address = server.address().toString();
            assertThat(run("desk", "send", file, "--company", "comp1", "--server", address, "--token", TOKEN))
                    .as(err.toString())
                    .isZero();
            assertThat(out.toString()).isEqualTo("sheet.csv: 3 Created%n".formatted());
            assertThat(run("desk", "send", file, "--watch", "--json", "--server", address, "--token", TOKEN))
                    .isZero();
            assertThat(out.toString()).contains("\"Duplicate\" : 3");
            assertThat(sandbox.created()).containsEntry("invoice", 2L);
        }
    }

    @Test
    void aWorkbookIsMade_checked_sent_andFetchedBack() throws Exception {
        String file = folder.resolve("january.xlsx").toString();
        assertThat(run("desk", "template", "--format", "xlsx", "--out", file)).isZero();
        assertThat(out.toString().strip()).isEqualTo(file);
        assertThat(run("desk", "template", "--format", "xlsx", "--out", file)).isEqualTo(1);
        assertThat(err.toString()).contains("is there already; name another with --out");
        assertThat(run("desk", "template", "--format", "pdf")).isEqualTo(2);
        assertThat(err.toString()).contains("there is no format 'pdf', only csv and xlsx");

        assertThat(run("desk", "check", file)).isZero();
        assertThat(out.toString())
                .contains(
                        "january.xlsx: 3 rows in sheet \"invoice\", 0 wrong; can be sent: 2 invoices, 9,000 without tax");
        assertThat(run("desk", "check", file, "--read", "number=partner")).isEqualTo(1);
        assertThat(err.toString()).contains("missing: partner");
        assertThat(run("desk", "check", folder.resolve("none").toString())).isEqualTo(1);

        String store = "sqlite:" + folder.resolve("s.db");
        String returned = folder.resolve("back.xlsx").toString();
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.standard())) {
            String address = sandbox.address().toString();
            assertThat(run("desk", "send", file, "--json", "--store", store, "--sandbox", address))
                    .isZero();
            String id = JsonMapper.builder()
                    .build()
                    .readTree(out.toString())
                    .path("id")
                    .asString();
            assertThat(run("desk", "download", id, "--store", store, "--out", returned))
                    .as(err.toString())
                    .isZero();
            assertThat(Books.seen(Files.readAllBytes(Path.of(returned)), "invoice", "H4"))
                    .isEqualTo("Created");
            assertThat(run("desk", "download", "nosuch", "--store", store)).isEqualTo(3);
            assertThat(err.toString()).contains("there is no sheet nosuch");
        }
    }

    @Test
    void aStoreNeedsNoServer_andWhatIsWrongIsTold() throws Exception {
        String file = template();
        Files.writeString(Path.of(file), Files.readString(Path.of(file)).replace("Green tea,24", "Green tea,many"));
        String store = "sqlite:" + folder.resolve("s.db");
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.standard())) {
            String address = sandbox.address().toString();
            assertThat(run("desk", "send", file, "--type", "delivery", "--store", store, "--sandbox", address))
                    .isEqualTo(3);
            assertThat(out.toString())
                    .contains("sheet.csv: 2 Created, 1 Error", "row 4 Error: row 4, quantity: 'many', expected");
            assertThat(err.toString()).contains("oncemore desk download ", " --failed --store " + store);
            assertThat(sandbox.created()).containsEntry("delivery", 1L);
        }
        assertThat(run("desk", "send", file, "--store", store)).isEqualTo(2);
        assertThat(err.toString()).contains("with --store say where the documents go: --sandbox URL");
        assertThat(run("desk", "send", "nosuch.csv", "--store", store, "--sandbox", "http://127.0.0.1:1"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("nosuch.csv cannot be read");
        assertThat(run("desk", "send", file, "--type", "memo")).isEqualTo(2);
        assertThat(err.toString()).contains("there is no document type 'memo'");
        assertThat(run("desk", "send", file, "--store", store, "--sandbox", "ftp://x"))
                .isEqualTo(2);
        assertThat(run("desk")).isEqualTo(2);
        assertThat(run("serve", "--sandbox", "ftp://x")).isEqualTo(2);
        assertThat(err.toString()).contains("'ftp://x' is no address of an accounting API");
    }
}
