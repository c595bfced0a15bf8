package dev.oncemore.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import dev.oncemore.server.serve.Server;
import dev.oncemore.server.serve.ServerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The desk on the command line, against a server and against a store. */
class DeskCommandsTest {
    private static final String TOKEN = "a token that is long enough";

    private final CommandRun command = new CommandRun();

    @TempDir
    private Path folder;

    private String template() throws Exception {
        assertThat(command.run("desk", "template", "--type", "invoice")).isZero();
        assertThat(command.out()).startsWith("number,date,partner,description,quantity,unit_price,tax_rate\n");
        return Files.writeString(folder.resolve("sheet.csv"), command.out()).toString();
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
            assertThat(command.run("desk", "send", file, "--company", "comp1", "--server", address, "--token", TOKEN))
                    .as(command.err())
                    .isZero();
            assertThat(command.out()).isEqualTo("sheet.csv: 3 Created%n".formatted());
            assertThat(command.run("desk", "send", file, "--watch", "--json", "--server", address, "--token", TOKEN))
                    .isZero();
            assertThat(command.out()).contains("\"Duplicate\" : 3");
            assertThat(command.err()).contains("sending sheet.csv ████████████████████ 3/3", "duplicate 3", "done");
            assertThat(sandbox.created()).containsEntry("invoice", 2L);
        }
    }

    @Test
    void aCompanyIsMadeOnPurpose_andNearMatchesAreNamed() throws Exception {
        String file = template();
        String store = "sqlite:" + folder.resolve("s.db");
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.standard())) {
            String address = sandbox.address().toString();
            assertThat(command.run("desk", "send", file, "--store", store, "--sandbox", address))
                    .isZero();
            assertThat(command.run("desk", "send", file, "--company", "Comp1", "--store", store, "--sandbox", address))
                    .isEqualTo(1);
            assertThat(command.err()).contains("did you mean comp1?", "--new-company");
            assertThat(command.run(
                            "desk",
                            "send",
                            file,
                            "--company",
                            "Comp1",
                            "--new-company",
                            "--store",
                            store,
                            "--sandbox",
                            address))
                    .as(command.err())
                    .isZero();
        }
        assertThat(command.run("desk", "created", "comp1", "invoice", "inv-1", "--store", store))
                .isEqualTo(3);
        assertThat(command.out()).contains("no: never seen", "did you mean: comp1 invoice INV-001");
    }

    @Test
    void aWorkbookIsMade_checked_sent_andFetchedBack() throws Exception {
        String file = folder.resolve("january.xlsx").toString();
        assertThat(command.run("desk", "template", "--format", "xlsx", "--out", file))
                .isZero();
        assertThat(command.out().strip()).isEqualTo(file);
        assertThat(command.run("desk", "template", "--format", "xlsx", "--out", file))
                .isEqualTo(1);
        assertThat(command.err()).contains("is there already; name another with --out");
        assertThat(command.run("desk", "template", "--format", "pdf")).isEqualTo(2);
        assertThat(command.err()).contains("there is no format 'pdf', only csv and xlsx");

        assertThat(command.run("desk", "check", file)).isZero();
        assertThat(command.out())
                .contains(
                        "january.xlsx: 3 rows in sheet \"invoice\", 0 wrong; can be sent: 2 invoices, 9,000 without tax");
        assertThat(command.run("desk", "check", file, "--read", "number=partner"))
                .isEqualTo(1);
        assertThat(command.err()).contains("missing: partner");
        assertThat(command.run("desk", "check", file, "--read", "foo=bar")).isEqualTo(2);
        assertThat(command.err()).contains("--read knows no 'foo', only sheet, encoding");
        assertThat(command.run("desk", "check", folder.resolve("none").toString()))
                .isEqualTo(1);

        String store = "sqlite:" + folder.resolve("s.db");
        String returned = folder.resolve("back.xlsx").toString();
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.standard())) {
            String address = sandbox.address().toString();
            assertThat(command.run("desk", "send", file, "--json", "--store", store, "--sandbox", address))
                    .isZero();
            String id = JsonMapper.builder()
                    .build()
                    .readTree(command.out())
                    .path("id")
                    .asString();
            assertThat(command.run("desk", "download", id, "--store", store, "--out", returned))
                    .as(command.err())
                    .isZero();
            assertThat(PoiWorkbooks.seen(Files.readAllBytes(Path.of(returned)), "invoice", "H4"))
                    .isEqualTo("Created");
            assertThat(command.run("desk", "download", "nosuch", "--store", store))
                    .isEqualTo(3);
            assertThat(command.err()).contains("there is no sheet nosuch");
        }
    }

    @Test
    void aStoreNeedsNoServer_andWhatIsWrongIsTold() throws Exception {
        String file = template();
        Files.writeString(Path.of(file), Files.readString(Path.of(file)).replace("Green tea,24", "Green tea,many"));
        String store = "sqlite:" + folder.resolve("s.db");
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.standard())) {
            String address = sandbox.address().toString();
            assertThat(command.run("desk", "send", file, "--type", "delivery", "--store", store, "--sandbox", address))
                    .isEqualTo(3);
            assertThat(command.out())
                    .contains("sheet.csv: 2 Created, 1 Error", "row 4 Error: row 4, quantity: 'many', expected");
            assertThat(command.err())
                    .contains("the store " + store + " is new")
                    .contains("oncemore desk download ", " --failed --store " + store);
            assertThat(sandbox.created()).containsEntry("delivery", 1L);
        }
        assertThat(command.run("desk", "send", file, "--store", store)).isEqualTo(2);
        assertThat(command.err()).contains("--store needs --sandbox URL");
        assertThat(command.run("desk", "send", "nosuch.csv", "--store", store, "--sandbox", "http://127.0.0.1:1"))
                .isEqualTo(1);
        assertThat(command.err()).contains("nosuch.csv cannot be read");
        assertThat(command.run("desk", "send", file, "--type", "memo")).isEqualTo(2);
        assertThat(command.err()).contains("there is no document type 'memo'");
        assertThat(command.run("desk", "send", file, "--store", store, "--sandbox", "ftp://x"))
                .isEqualTo(2);
        assertThat(command.run("desk")).isEqualTo(2);
        assertThat(command.run("serve", "--sandbox", "ftp://x")).isEqualTo(2);
        assertThat(command.err()).contains("'ftp://x' is not an address of an accounting API");
    }
}
