package dev.oncemore.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import dev.oncemore.server.serve.Server;
import dev.oncemore.server.serve.ServerSettings;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be done on the command line with a sheet that was sent, and with connectors. */
class DeskSendingCommandsTest {
    private static final String TOKEN = "a token that is long enough";
    private static final Pattern ID = Pattern.compile("\"id\" : \"([^\"]+)\"");

    private final CommandRun command = new CommandRun();

    @TempDir
    private Path folder;

    private int run(Server server, String... args) {
        List<String> all = new ArrayList<>(List.of("desk"));
        all.addAll(List.of(args));
        all.addAll(List.of("--server", server.address().toString(), "--token", TOKEN));
        return command.run(all.toArray(new String[0]));
    }

    @Test
    void aSheetIsSentAgain_searched_andAskedFor() throws Exception {
        Path file = folder.resolve("sheet.csv");
        Files.writeString(
                file,
                "number,date,partner,description,quantity,unit_price,tax_rate\n1,2026-01-31,P,tea,1,1,8\n2,soon,P,tea,1,1,8\n");
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.standard());
                Server server = Server.start(
                        new ServerSettings(
                                        "127.0.0.1",
                                        0,
                                        StoreUrl.parse("sqlite:" + folder.resolve("s.db")),
                                        TOKEN,
                                        false)
                                .desk(DeskSettings.at(sandbox.address())),
                        Map.of())) {
            assertThat(run(server, "send", file.toString(), "--connector", "sandbox", "--json"))
                    .isEqualTo(3);
            Matcher id = ID.matcher(command.out());
            assertThat(id.find()).as(command.out()).isTrue();
            String sheet = id.group(1);
            assertThat(run(server, "resend", sheet, "--row", "2,3"))
                    .as("nothing is sent")
                    .isEqualTo(3);
            assertThat(command.out())
                    .contains("0 rows in 0 documents are sent again", "row 2 is not: it is Created", "row 3 is not:");
            assertThat(run(server, "resend", sheet, "--state", "Nonsense")).isEqualTo(1);
            assertThat(run(server, "pause", sheet)).as("nothing is under way").isNotZero();
            assertThat(command.err()).contains("nothing is being sent");
            assertThat(run(server, "resume", sheet)).isNotZero();
            assertThat(run(server, "cancel", sheet)).isEqualTo(3);
            assertThat(command.out()).contains("nothing to withdraw: none of its rows waits");
            assertThat(run(server, "created", "comp1", "invoice", "2")).isEqualTo(3);
            assertThat(run(server, "created", "comp1", "invoce", "1")).isEqualTo(2);
            assertThat(run(server, "log", sheet, "--event", "row_processed_success"))
                    .isZero();
            assertThat(command.out()).contains("row_processed_success", "comp1:invoice:1");
            assertThat(run(server, "log", sheet, "--row", "2")).isZero();
            assertThat(run(server, "created", "comp1", "invoice", "1")).isZero();
            assertThat(command.out()).startsWith("yes").contains("who: automation", "id: 1", "link: http://127.0.0.1:");
            assertThat(run(server, "created", "comp1", "invoice", "9")).isEqualTo(3);
            assertThat(command.out()).startsWith("no: never seen");
            assertThat(run(server, "send", file.toString(), "--connector", "none"))
                    .isEqualTo(1);
            assertThat(command.err()).contains("unknown connector 'none'");
        }
    }

    @Test
    void aCorrectionThatMakesAnUnusualTotalIsSentAgain_onceItsQuestionIsAnswered() throws Exception {
        String headings = "number,date,partner,description,quantity,unit_price,tax_rate\n";
        Path file = folder.resolve("sheet.csv");
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.standard());
                Server server = Server.start(
                        new ServerSettings(
                                        "127.0.0.1",
                                        0,
                                        StoreUrl.parse("sqlite:" + folder.resolve("s.db")),
                                        TOKEN,
                                        false)
                                .desk(DeskSettings.at(sandbox.address())),
                        Map.of())) {
            for (int i = 0; i < 5; i++) {
                Files.writeString(file, headings + "U-" + i + ",2026-01-31,P,tea,1,1000,8\n");
                assertThat(run(server, "send", file.toString())).isZero();
            }
            Files.writeString(file, headings + "V,2026-01-31,P,tea,1,1000,8\nW,2026-01-31,P,tea,1,much,8\n");
            assertThat(run(server, "send", file.toString(), "--json")).isEqualTo(3);
            Matcher id = ID.matcher(command.out());
            assertThat(id.find()).as(command.out()).isTrue();
            HttpRequest correction = HttpRequest.newBuilder(
                            server.address().resolve("/api/sheets/" + id.group(1) + "/rows/3"))
                    .header("Authorization", "Bearer " + TOKEN)
                    .PUT(HttpRequest.BodyPublishers.ofString("{\"unit_price\":\"90000\"}"))
                    .build();
            assertThat(HttpClient.newHttpClient()
                            .send(correction, HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
            assertThat(run(server, "resend", id.group(1))).isNotZero();
            assertThat(command.err()).contains("The total is 91,000.00", "(total: yes)");
            assertThat(run(server, "resend", id.group(1), "--answer", "total=yes"))
                    .as(command.err())
                    .isZero();
            assertThat(command.out()).contains("1 row in 1 document is sent again");
        }
    }

    @Test
    void customersAreBilledOnTheCommandLine() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.standard());
                Server server = Server.start(
                        new ServerSettings(
                                        "127.0.0.1",
                                        0,
                                        StoreUrl.parse("sqlite:" + folder.resolve("s.db")),
                                        TOKEN,
                                        false)
                                .desk(DeskSettings.at(sandbox.address())),
                        Map.of())) {
            assertThat(run(server, "billing", "plans")).isZero();
            assertThat(command.out()).contains("no plans; add one");
            String[] set = {
                "billing",
                "set",
                "comp1",
                "c-1",
                "--partner",
                "P",
                "--description",
                "Rent",
                "--unit-price",
                "980.50",
                "--tax-rate",
                "10"
            };
            assertThat(run(server, set)).isZero();
            assertThat(command.out()).contains("c-1 is billed each month: 1 x 980.50 for Rent");
            assertThat(run(server, "billing", "plans")).isZero();
            assertThat(command.out()).contains("comp1", "c-1", "Rent");
            assertThat(run(server, "billing", "run", "2026-01")).isZero();
            assertThat(command.out()).contains("1 document for 2026-01, 0 billed before", "sheet ");
            assertThat(run(server, "billing", "run", "2026-01")).isZero();
            assertThat(command.out()).contains("0 documents for 2026-01, 1 billed before");
            assertThat(run(server, "billing", "billed", "2026-01")).isZero();
            assertThat(command.out()).contains("B-c-1-202601", "2026-01-31");
            assertThat(run(server, "billing", "remove", "comp1", "c-1")).isZero();
            assertThat(run(server, "billing", "remove", "comp1", "c-1")).isEqualTo(3);
            assertThat(run(server, "billing", "run", "January")).isEqualTo(1);
            assertThat(command.err()).contains("'January' is not a month; write 2026-01");
        }
    }

    @Test
    void aWrongConnectorStopsTheStart() throws Exception {
        Path file = Files.writeString(
                folder.resolve("mine.yml"), "connector: mine\naddress: nowhere\nauth: none\ndocuments: {}\n");
        assertThat(command.run("serve", "--port", "0", "--data", folder.toString(), "--connector", file.toString()))
                .isEqualTo(2);
        assertThat(command.err()).contains("mine.yml, line ");
        assertThat(command.run("serve", "--port", "0", "--data", folder.toString(), "--connector", "freee"))
                .as("without its token")
                .isEqualTo(2);
        assertThat(command.err()).contains("freee.yml, line", "FREEE_ACCESS_TOKEN, which is not set");
        assertThat(command.run(
                        "serve",
                        "--port",
                        "0",
                        "--connectors",
                        folder.resolve("none").toString()))
                .isEqualTo(2);
        assertThat(command.err()).contains("cannot be read");
    }
}
