package dev.oncemore.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.time.VirtualTime;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SandboxTest {
    private static final String INVOICE = """
            {"company_id":7,"invoice_number":"%s","billing_date":"2026-01-31","tax_entry_method":"out",
             "tax_fraction":"omit","withholding_tax_entry_method":"out","partner_title":"御中",
             "lines":[{"description":"Tea","quantity":3,"unit_price":"333.5","tax_rate":8},
                      {"description":"Cups","quantity":1,"unit_price":"1000","tax_rate":10}]}
            """;

    private final JsonMapper json = JsonMapper.builder().build();
    private final HttpClient client = HttpClient.newHttpClient();
    private final VirtualTime time = new VirtualTime();
    private Sandbox sandbox = start(SandboxSettings.standard());

    private Sandbox start(SandboxSettings settings) {
        return Sandbox.start(settings, time, InstantSource.fixed(Instant.parse("2026-01-31T10:00:00Z")));
    }

    private void restart(Faults faults) {
        sandbox.close();
        sandbox = start(SandboxSettings.standard().faults(faults));
    }

    @AfterEach
    void stop() {
        sandbox.close();
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(sandbox.address() + path))
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(sandbox.address() + path)).build(), BodyHandlers.ofString());
    }

    private JsonNode created() throws Exception {
        return json.readTree(get("/_created").body());
    }

    @Test
    void aPageOfAnotherSiteReachesNothing() throws Exception {
        for (String[] header :
                new String[][] {{"Origin", "https://evil.example"}, {"Origin", "null"}, {"Sec-Fetch-Site", "cross-site"}
                }) {
            for (String path : new String[] {"/invoices", "/_faults"}) {
                HttpResponse<String> answer = client.send(
                        HttpRequest.newBuilder(URI.create(sandbox.address() + path))
                                .header(header[0], header[1])
                                .POST(BodyPublishers.ofString(INVOICE.formatted("001")))
                                .build(),
                        BodyHandlers.ofString());
                assertThat(answer.statusCode()).as(path + " " + header[1]).isEqualTo(403);
            }
        }
        assertThat(created().path("invoice").asInt()).isZero();
        URI address = sandbox.address();
        try (Socket rebound = new Socket(address.getHost(), address.getPort())) {
            rebound.getOutputStream()
                    .write("GET /_created HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(rebound.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .as("a name that another site has given to this machine")
                    .startsWith("HTTP/1.1 403 ");
        }
    }

    @Test
    void aDocumentIsCreated_shown_andFoundByItsNumber() throws Exception {
        HttpResponse<String> answer = post("/invoices", INVOICE.formatted("001"));
        assertThat(answer.statusCode()).isEqualTo(201);
        JsonNode invoice = json.readTree(answer.body()).path("invoice");
        assertThat(invoice.path("total_amount").asInt()).isEqualTo(2180);
        assertThat(invoice.path("amount_tax").asInt()).isEqualTo(180);

        JsonNode found =
                json.readTree(get("/invoices?company_id=7&invoice_number=001").body());
        assertThat(found.path("invoices").path(0)).isEqualTo(invoice);
        JsonNode shown = json.readTree(
                get("/invoices/" + invoice.path("id").asInt() + "?company_id=7").body());
        assertThat(shown.path("invoice")).isEqualTo(invoice);
        assertThat(get("/invoices?company_id=8&invoice_number=001").body())
                .as("another company's")
                .isEqualTo("{\"invoices\":[]}");
        assertThat(get("/delivery_slips/1?company_id=7").statusCode())
                .as("another type")
                .isEqualTo(404);
    }

    @Test
    void aNumberSentTwiceIsCreatedTwice_andToldAsADuplicate() throws Exception {
        post("/invoices", INVOICE.formatted("001"));
        post("/invoices", INVOICE.formatted("002"));
        post("/invoices", INVOICE.formatted("002"));
        post(
                "/delivery_slips",
                INVOICE.formatted("002")
                        .replace("invoice_number", "delivery_slip_number")
                        .replace("billing_date", "delivery_slip_date"));

        assertThat(get("/_created").body())
                .isEqualTo("{\"requests\":4,\"invoice\":3,\"delivery\":1,\"duplicates\":[\"002\"]}");
    }

    @Test
    void everythingThatIsWrongIsToldAtOnce() throws Exception {
        HttpResponse<String> answer = post(
                "/invoices", "{\"company_id\":\"x\",\"invoice_number\":\"1\",\"lines\":[{\"quantity\":\"many\"}]}");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .contains(
                        "company_id", "billing_date", "tax_entry_method", "lines[0].quantity", "lines[0].description");
        assertThat(post("/invoices", "[]").statusCode()).isEqualTo(400);
        assertThat(post("/invoices", "{").statusCode()).isEqualTo(400);
        assertThat(created().path("invoice").asInt()).isZero();
    }

    /** Written in full, its zeros would take gigabytes. */
    @Test
    void aNumberWithTheLargestExponentIsRefused() throws Exception {
        for (String price : List.of("1e2147483648", "1e-2147483647", "1e999999999", "9".repeat(100_000))) {
            HttpResponse<String> answer =
                    post("/invoices", INVOICE.formatted("9").replace("333.5", price));
            assertThat(answer.statusCode()).as(price).isEqualTo(400);
            assertThat(answer.body()).contains("lines[0].unit_price");
        }
    }

    @Test
    void aCutAfterwardsLeavesTheDocument_aCutBeforeDoesNot() throws Exception {
        restart(new Faults(Map.of(Fault.CUT_AFTER, 1.0)));
        assertThatThrownBy(() -> post("/invoices", INVOICE.formatted("1"))).isInstanceOf(IOException.class);
        assertThat(created().path("invoice").asInt()).isEqualTo(1);

        assertThat(post("/_faults", "{\"cut-before\":1}").statusCode()).isEqualTo(200);
        assertThatThrownBy(() -> post("/invoices", INVOICE.formatted("2"))).isInstanceOf(IOException.class);
        assertThat(created().path("invoice").asInt()).isEqualTo(1);

        post("/_faults", "{\"500-after\":1}");
        assertThat(post("/invoices", INVOICE.formatted("3")).statusCode()).isEqualTo(500);
        assertThat(created().path("invoice").asInt()).isEqualTo(2);
    }

    @Test
    void refusalsCreateNothing_andALockOutLasts() throws Exception {
        restart(new Faults(Map.of(Fault.TOO_MANY, 1.0)));
        HttpResponse<String> tooMany = post("/invoices", INVOICE.formatted("1"));
        assertThat(tooMany.statusCode()).isEqualTo(429);
        assertThat(tooMany.headers().firstValue("Retry-After")).contains("1");

        post("/_faults", "{\"403\":1}");
        assertThat(post("/invoices", INVOICE.formatted("1")).statusCode()).isEqualTo(403);
        assertThat(created().path("invoice").asInt()).isZero();
    }

    @Test
    void aLockOutClearsByItself() {
        Gatekeeper gatekeeper =
                new Gatekeeper(SandboxSettings.standard().faults(new Faults(Map.of(Fault.LOCK_OUT, 0.01))), time);
        while (gatekeeper.next().fault().isEmpty()) {
            // One in a hundred locks out.
        }
        for (int i = 0; i < 50; i++) {
            assertThat(gatekeeper.next().fault()).contains(Fault.LOCK_OUT);
        }
        time.advance(Duration.ofSeconds(2));
        int served = 0;
        for (int i = 0; i < 50; i++) {
            served += gatekeeper.next().fault().isEmpty() ? 1 : 0;
            time.advance(Duration.ofSeconds(2));
        }
        assertThat(served).isGreaterThan(40);
    }

    @Test
    void aHangingRequestIsCutInTheEnd_andCreatesNothing() throws Exception {
        restart(new Faults(Map.of(Fault.HANG, 1.0)));
        var answer = client.sendAsync(
                HttpRequest.newBuilder(URI.create(sandbox.address() + "/invoices"))
                        .POST(BodyPublishers.ofString(INVOICE.formatted("1")))
                        .build(),
                BodyHandlers.ofString());
        while (time.alarmsWaiting() == 0) {
            Thread.onSpinWait();
        }
        time.advance(Duration.ofSeconds(30));
        assertThatThrownBy(answer::get).hasCauseInstanceOf(IOException.class);
        assertThat(created().path("invoice").asInt()).isZero();
    }

    @Test
    void aRateLimitTellsWhatIsLeft() throws Exception {
        sandbox.close();
        sandbox = start(
                new SandboxSettings(0, Faults.NONE, 1, Optional.of(2), Duration.ofSeconds(1), Duration.ofSeconds(1)));
        HttpResponse<String> first = get("/invoices?company_id=1");
        assertThat(first.headers().firstValue("X-Ratelimit-Limit-Minute")).contains("2");
        assertThat(first.headers().firstValue("X-Ratelimit-Remaining-Minute")).contains("1");
        get("/invoices?company_id=1");
        time.advance(Duration.ofSeconds(15));
        HttpResponse<String> third = get("/invoices?company_id=1");
        assertThat(third.statusCode()).isEqualTo(429);
        assertThat(third.headers().firstValue("Retry-After")).contains("45");
        time.advance(Duration.ofSeconds(45));
        assertThat(get("/invoices?company_id=1").statusCode()).isEqualTo(200);
    }

    @Test
    void aShareMayBeAPercentage() throws Exception {
        assertThat(post("/_faults", "{\"429\":\"5%\",\"500\":0.25}").body()).isEqualTo("{\"429\":0.05,\"500\":0.25}");
        assertThat(post("/_faults", "{\"all\":\"30%\"}").statusCode()).isEqualTo(200);
    }

    @Test
    void companiesMayHaveLongIds() throws Exception {
        String company = "20000000001";
        String sent = INVOICE.formatted("1").replaceFirst("\"company_id\": ?\\d+", "\"company_id\":" + company);
        assertThat(sent).contains(company);
        assertThat(post("/invoices", sent).statusCode()).isEqualTo(201);
        assertThat(get("/invoices?company_id=" + company + "&invoice_number=1").body())
                .contains("\"company_id\":" + company);
    }

    @Test
    void wrongFaultsAreRefusedWithWhatIsAllowed() throws Exception {
        assertThat(post("/_faults", "{\"418\":0.1}").body()).contains("unknown fault '418'", "cut-after");
        assertThat(post("/_faults", "{\"429\":2}").body()).contains("from 0 to 1");
        assertThat(post("/_faults", "{\"429\":\"x\"}").body()).contains("'429=x' has no share such as 5% or 0.05");
        assertThat(get("/_faults").body()).as("nothing has changed").isEqualTo("{}");
        assertThat(get("/nowhere").statusCode()).isEqualTo(404);
    }

    @Test
    void documentsInAFileAreThereAfterARestart_andHalfALineIsNot(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("data").resolve("sandbox.jsonl");
        sandbox.close();
        sandbox = Sandbox.start(SandboxSettings.standard(), file);
        assertThat(post("/invoices", INVOICE.formatted("1")).statusCode()).isEqualTo(201);
        String found = get("/invoices?company_id=7&invoice_number=1").body();
        assertThat(found).contains("Cups");
        sandbox.close();
        Files.writeString(file, "{\"id\":2,\"invoice_num", StandardOpenOption.APPEND);

        sandbox = Sandbox.start(SandboxSettings.standard(), file);
        assertThat(created().path("invoice").asInt()).isEqualTo(1);
        assertThat(get("/invoices?company_id=7&invoice_number=1").body()).isEqualTo(found);
        String next = post("/invoices", INVOICE.formatted("2")).body();
        assertThat(json.readTree(next).path("invoice").path("id").asInt())
                .as("an id is not used again")
                .isEqualTo(2);
        sandbox.close();
        sandbox = Sandbox.start(SandboxSettings.standard(), file);
        assertThat(created().path("invoice").asInt()).isEqualTo(2);
    }
}
