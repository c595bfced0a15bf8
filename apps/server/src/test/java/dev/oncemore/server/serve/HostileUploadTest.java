package dev.oncemore.server.serve;

import static dev.oncemore.server.serve.DeskClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.testkit.sheet.HostileSheets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** A member of staff who wants to do harm with sheets gets a sentence, and everybody else is served. */
class HostileUploadTest {
    private static final String CSV = """
            number,date,partner,description,quantity,unit_price,tax_rate
            A,2026-01-31,Foods,tea,1,100,8
            """;

    @TempDir
    Path folder;

    private Server server;
    private Visitor visitor;

    @BeforeEach
    void start() {
        StoreUrl store = StoreUrl.parse("sqlite:" + folder.resolve("s.db"));
        server = Server.start(new ServerSettings("127.0.0.1", 0, store, TOKEN, false), Map.of());
        visitor = new Visitor(server.address());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpResponse<String> upload(Upload upload) throws Exception {
        return upload.field("company", "comp1")
                .field("type", "invoice")
                .send(visitor, "/api/sheets", request -> request.header("Authorization", "Bearer " + TOKEN));
    }

    private String taken() throws Exception {
        HttpResponse<String> taken = upload(Upload.of(CSV));
        assertThat(taken.statusCode()).as(taken.body()).isEqualTo(201);
        return "/api/sheets/"
                + JsonMapper.shared().readTree(taken.body()).path("id").asString();
    }

    @Test
    void hostileFilesAreReadOrRefused() throws Exception {
        Map<String, Supplier<byte[]>> files = HostileSheets.all();
        for (String name : List.of(
                "number-1e999999999.xlsx",
                "number-9e2147483647.xlsx",
                "format-brackets.xlsx",
                "bombs-small.xlsx",
                "bomb-false-size.xlsx",
                "text-everywhere.xlsx",
                "text-runs.xlsx",
                "sheet-name.xlsx",
                "xml-depth.xlsx",
                "xml-entities.xlsx",
                "exponents.csv",
                "heading-marks.csv")) {
            HttpResponse<String> answer = upload(Upload.of(files.get(name).get(), name));
            // Strict: an unreadable file is 400, a readable one is taken with its errors.
            assertThat(answer.statusCode()).as(name + ": " + answer.body()).isIn(201, 400);
            assertThat(answer.body().length()).as(name).isLessThan(5_000);
        }
    }

    @Test
    void aCorrectionIsNoLongerThanACell() throws Exception {
        String path = taken();
        String fits = "x".repeat(1_000);
        assertThat(visitor.api("PUT", path + "/rows/2", TOKEN, "{\"partner\":\"" + fits + "\"}")
                        .statusCode())
                .isEqualTo(200);
        HttpResponse<String> longer = visitor.api("PUT", path + "/rows/2", TOKEN, "{\"partner\":\"" + fits + "x\"}");
        assertThat(longer.statusCode()).isEqualTo(400);
        assertThat(longer.body()).contains("row 2, column partner has more than 1000 characters");
    }

    @Test
    void aNumberOfABillionDigitsIsAWrongCell() throws Exception {
        String path = taken();
        for (String number : List.of("1e999999999", "1e-999999999", "\"1e999999999\"")) {
            HttpResponse<String> answer = visitor.api("PUT", path + "/rows/2", TOKEN, "{\"quantity\":" + number + "}");
            assertThat(answer.statusCode()).as(answer.body()).isIn(200, 400);
            assertThat(answer.body().length()).isLessThan(5_000);
            HttpResponse<String> keyed = visitor.send(visitor.request(path + "/rows/2")
                    .header("Authorization", "Bearer " + TOKEN)
                    .header("Content-Type", "application/json")
                    .header("Idempotency-Key", "k" + number.hashCode())
                    .PUT(java.net.http.HttpRequest.BodyPublishers.ofString("{\"tax_rate\":" + number + "}")));
            assertThat(keyed.statusCode()).as(keyed.body()).isIn(200, 400, 422);
        }
    }

    @Test
    void longFieldsBesideTheFileAreRefused_beforeTheyAreRead() throws Exception {
        HttpResponse<String> answer = upload(Upload.of(CSV).field("sheet", "s".repeat(100_000)));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("more than 4000 bytes");
        HttpResponse<String> option = upload(Upload.of(CSV).field("number", "n".repeat(300)));
        assertThat(option.statusCode()).isEqualTo(400);
        assertThat(option.body()).contains("'number' has more than 255 characters");
    }

    @Test
    void whoBegins4UploadsAndEndsNone_isBusy_untilTheyEnd() throws Exception {
        List<Socket> begun = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            begun.add(begun());
        }
        // One of five is refused, which says that the others are in.
        while (begun.stream().noneMatch(HostileUploadTest::isAnswered)) {
            Thread.onSpinWait();
        }
        HttpResponse<String> answer = upload(Upload.of(CSV));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("5");
        assertThat(answer.body()).contains("you have 4 files on their way; wait for one of them and try again");
        assertThat(visitor.page("/login").statusCode()).isEqualTo(200);
        for (Socket socket : begun) {
            socket.close();
        }
        while (answer.statusCode() != 201) {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
            answer = upload(Upload.of(CSV));
        }
    }

    private static boolean isAnswered(Socket socket) {
        try {
            return socket.getInputStream().available() > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A form of which only the beginning is sent. */
    private Socket begun() throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
        socket.getOutputStream()
                .write(("POST /api/sheets HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + TOKEN
                                + "\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n--x\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        return socket;
    }
}
