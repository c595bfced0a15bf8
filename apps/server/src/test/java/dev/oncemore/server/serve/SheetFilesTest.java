package dev.oncemore.server.serve;

import static dev.oncemore.server.serve.DeskClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import dev.oncemore.server.PoiWorkbooks;
import dev.oncemore.testkit.server.DatabaseServer;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Files come in, are read as somebody says, and go back with what became of their rows; on each database. */
class SheetFilesTest {
    private static final Map<String, String> COLUMNS = Map.of(
            "number", "Beleg",
            "date", "2",
            "partner", "An wen",
            "description", "Was",
            "quantity", "Stück",
            "unit_price", "Je",
            "tax_rate", "Steuer");

    private final JsonMapper json = JsonMapper.builder().build();
    private Visitor visitor;

    @Test
    void sqlite(@TempDir Path folder) throws Exception {
        run("sqlite:" + folder.resolve("s.db"), Map.of());
    }

    @Test
    void postgres() throws Exception {
        onServer(PostgresServer.shared());
    }

    @Test
    void mariaDb() throws Exception {
        Assumptions.assumeTrue(MariaDbServer.runsHere(), "no MariaDB for this platform");
        onServer(MariaDbServer.shared());
    }

    private void onServer(DatabaseServer databases) throws Exception {
        try (FreshDatabase database = databases.freshDatabase()) {
            run(
                    database.url(),
                    Map.of("ONCEMORE_STORE_USER", database.user(), "ONCEMORE_STORE_PASSWORD", database.password()));
        }
    }

    private void run(String store, Map<String, String> environment) throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.standard());
                Server server = Server.start(
                        new ServerSettings("127.0.0.1", 0, StoreUrl.parse(store), TOKEN, false)
                                .desk(DeskSettings.at(sandbox.address())),
                        environment)) {
            visitor = new Visitor(server.address());
            aWorkbook();
            csv();
            longHeadings();
        }
    }

    private HttpResponse<String> upload(byte[] file, String name, Map<String, String> more) throws Exception {
        Map<String, String> fields = new LinkedHashMap<>(Map.of("company", "comp1", "type", "invoice"));
        fields.putAll(more);
        Upload upload = Upload.of(file, name);
        fields.forEach(upload::field);
        return upload.send(visitor, "/api/sheets", request -> request.header("Authorization", "Bearer " + TOKEN));
    }

    private JsonNode taken(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return json.readTree(answer.body());
    }

    private JsonNode api(String method, String path, String body, int status) throws Exception {
        HttpResponse<String> answer = visitor.api(method, path, TOKEN, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return json.readTree(answer.body());
    }

    private static byte[] book() throws Exception {
        return PoiWorkbooks.make(book -> {
            XSSFSheet sheet = book.createSheet("Belege");
            String[][] rows = {
                {"Beleg", "Wann", "An wen", "Was", "Stück", "Je", "Steuer", "Notiz"},
                {"B-1", "01/02/2026", "Müller", "Tee", "2", "1.000,50", "19", "bleibt"},
                {"B-2", "01/02/2026", "Größe", "Reis", "viel", "3,00", "7", "bleibt"},
            };
            for (int r = 0; r < rows.length; r++) {
                for (int c = 0; c < rows[r].length; c++) {
                    (c == 0 ? sheet.createRow(r) : sheet.getRow(r))
                            .createCell(c)
                            .setCellValue(rows[r][c]);
                }
            }
            // Large enough for several parts in the store.
            StringBuilder noise = new StringBuilder();
            for (int i = 0; i < 30_000; i++) {
                noise.append(Integer.toString(i * 7919 % 46_656, 36));
                if (noise.length() > 30_000) {
                    sheet.createRow(10 + i).createCell(300).setCellValue(noise.toString());
                    noise.setLength(0);
                }
            }
        });
    }

    private void aWorkbook() throws Exception {
        byte[] book = book();
        assertThat(upload(book, "belege.xlsx", Map.of()).body())
                .contains("missing: number, date, partner, description, quantity, unit_price, tax_rate");
        JsonNode sheet = taken(upload(book, "belege.xlsx", COLUMNS));
        String path = "/api/sheets/" + sheet.path("id").asString();
        JsonNode reading = api("GET", path + "/reading", "", 200);
        assertThat(reading.path("numbers").asString()).isEqualTo("comma");
        assertThat(reading.path("dates").asString()).as("nobody can know").isEqualTo("unsure");
        assertThat(reading.path("rows").path(0).path("cells").path(2).asString())
                .isEqualTo("Müller");
        assertThat(sheet.path("states").path("Error").asInt()).isEqualTo(2);

        reading = api(
                "PUT",
                path + "/reading",
                json.writeValueAsString(Map.of("dates", "day-first", "columns", COLUMNS)),
                200);
        assertThat(reading.path("dates").asString()).isEqualTo("day-first");
        JsonNode now = api("GET", path, "", 200);
        assertThat(now.path("states").path("Error").asInt()).isEqualTo(1);
        assertThat(now.path("total").asString()).isEqualTo("1 invoice, 2,001 without tax");
        api("PUT", path + "/rows/3", "{\"quantity\":\"4\"}", 200);
        assertThat(api("GET", path, "", 200).path("total").asString()).isEqualTo("2 invoices, 2,013 without tax");
        api("PUT", path + "/rows/3", "{\"quantity\":\"some\"}", 200);
        assertThat(api("GET", path, "", 200).path("total").asString()).isEqualTo("1 invoice, 2,001 without tax");

        api("POST", path + "/confirm", "", 200);
        assertThat(Settled.await(() -> api("GET", path, "", 200))
                        .path("Created")
                        .asInt())
                .isEqualTo(1);
        api("PUT", path + "/reading", "{\"dates\":\"month-first\"}", 409);
        HttpResponse<byte[]> file = visitor.file(path + "/download", TOKEN);
        assertThat(file.headers().firstValue("Content-Disposition").orElse(""))
                .contains("filename*=UTF-8''belege-status.xlsx");
        byte[] returned = file.body();
        assertThat(PoiWorkbooks.seen(returned, "Belege", "H2")).isEqualTo("bleibt");
        assertThat(PoiWorkbooks.seen(returned, "Belege", "E3")).as("as it came").isEqualTo("viel");
        assertThat(PoiWorkbooks.seen(returned, "Belege", "I1")).isEqualTo("status");
        assertThat(PoiWorkbooks.seen(returned, "Belege", "I2")).isEqualTo("Created");
        assertThat(PoiWorkbooks.seen(returned, "Belege", "J2")).isEqualTo("1");
        assertThat(PoiWorkbooks.seen(returned, "Belege", "K3")).contains("row 3, quantity: 'some', expected");
        assertThat(PoiWorkbooks.seen(returned, "Belege", "L1")).isEqualTo("sent_at (UTC)");
        assertThat(PoiWorkbooks.seen(returned, "Belege", "L2")).as("a date").startsWith("20");

        byte[] failed = visitor.file(path + "/download?only=failed", TOKEN).body();
        try (XSSFWorkbook read = new XSSFWorkbook(new ByteArrayInputStream(failed))) {
            XSSFSheet rows = read.getSheet("Belege");
            assertThat(rows.getRow(1).getZeroHeight()).as("created, so hidden").isTrue();
            assertThat(rows.getRow(2).getZeroHeight()).isFalse();
            assertThat(rows.getRow(2).getCell(8).getStringCellValue()).isEqualTo("Error");
            assertThat(rows.getRow(2).getCell(10).getStringCellValue()).endsWith("; quantity corrected to 'some'");
        }
        api("GET", path + "/download?only=some", "", 400);

        api("PUT", path + "/rows/3", "{\"quantity\":\"5\"}", 200);
        api("POST", path + "/rows/3/resend", "", 202);
        Settled.await(() -> api("GET", path, "", 200));
        byte[] corrected = visitor.file(path + "/download", TOKEN).body();
        assertThat(PoiWorkbooks.seen(corrected, "Belege", "E3"))
                .as("as it came")
                .isEqualTo("viel");
        assertThat(PoiWorkbooks.seen(corrected, "Belege", "I3")).isEqualTo("Created");
        assertThat(PoiWorkbooks.seen(corrected, "Belege", "K3")).isEqualTo("quantity sent as '5'");
        assertThat(PoiWorkbooks.seen(corrected, "Belege", "K2")).isEmpty();

        JsonNode remembered = taken(upload(book, "noch mal.xlsx", Map.of("dates", "day-first")));
        assertThat(remembered.path("states").path("Pending").asInt())
                .as("the columns are known by now")
                .isEqualTo(1);
    }

    private void csv() throws Exception {
        Charset japanese = Charset.forName("windows-31j");
        String text = String.join(
                "\r\n",
                "請求書番号;請求日;取引先;品名;数量;単価;税率",
                "J-1;令和8年1月31日;東京商事;茶;2;１，２００;10",
                "J-2;2026/01/31;大阪商事;米;1;x;10",
                "");
        JsonNode sheet =
                taken(upload(text.getBytes(japanese), "請求.csv", Map.of("numbers", "point", "confirm", "true")));
        String path = "/api/sheets/" + sheet.path("id").asString();
        Settled.await(() -> api("GET", path, "", 200));
        HttpResponse<byte[]> file = visitor.file(path + "/download", TOKEN);
        assertThat(file.headers().firstValue("Content-Disposition").orElse(""))
                .contains("%E8%AB%8B%E6%B1%82-status.csv");
        String returned = new String(file.body(), japanese);
        assertThat(returned.lines().toList().get(0))
                .isEqualTo("請求書番号;請求日;取引先;品名;数量;単価;税率;status;document_id;message;sent_at");
        assertThat(returned)
                .contains("J-1;令和8年1月31日;東京商事;茶;2;１，２００;10;Created;3;;20")
                .contains("J-2;2026/01/31;大阪商事;米;1;x;10;Error;;\"row 3, unit_price: 'x', expected".replace("\"", ""))
                .endsWith("\r\n");
        assertThat(new String(
                                visitor.file(path + "/download?only=failed", TOKEN)
                                        .body(),
                                japanese)
                        .lines())
                .hasSize(2)
                .last()
                .asString()
                .startsWith("J-2;")
                .as("where it stands in the file that was uploaded")
                .endsWith(";3");
        assertThat(List.of(api("GET", "/api/documents/comp1/invoice/J-1", "", 200)
                        .path("created")
                        .asBoolean()))
                .containsExactly(true);
    }

    /** Longer than the page shows them. */
    private void longHeadings() throws Exception {
        String number =
                "The number under which our bookkeeping will find this document again as agreed on in the year 2019";
        byte[] file = (number + ",date,partner,description,quantity,unit_price,tax_rate\nL-1,2026-01-31,p,d,1,1,1\n")
                .getBytes(StandardCharsets.UTF_8);
        JsonNode sheet = taken(upload(file, "l.csv", Map.of("company", "long", "new_company", "true", "number", "1")));
        String path = "/api/sheets/" + sheet.path("id").asString();
        api("PUT", path + "/reading", "{\"columns\":{\"nubmer\":\"1\"}}", 400);
        api("PUT", path + "/reading", "{\"number\":\"1\"}", 400);
        api("PUT", path + "/reading", "{\"columns\":{\"number\":\"1\"}}", 200);
        JsonNode remembered = taken(upload(file, "l.csv", Map.of("company", "long")));
        assertThat(remembered.path("states").path("Pending").asInt()).isEqualTo(1);
    }
}
