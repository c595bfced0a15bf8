package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.operations.store.StoreUrl;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Short requests that mean a lot of memory or processor time, over real sockets. */
class ExtremeValuesTest {
    private static final Map<String, String> PLAN = Map.of(
            "partner",
            "P",
            "description",
            "D",
            "quantity",
            "1",
            "unit_price",
            "1",
            "tax_rate",
            "10",
            "type",
            "invoice");
    /** Takes gigabytes when it is written in full, with either sign. */
    private static final List<String> NUMBERS = List.of(
            "1e999999999",
            "1e-999999999",
            "1e2147483647",
            "1e-2147483647",
            "9".repeat(100_000),
            "1e99999999999",
            "1e12345",
            "1e13");

    @TempDir
    private Path folder;

    private Server server;
    private Visitor admin;

    @BeforeEach
    void start() throws Exception {
        server = Server.start(
                new ServerSettings(
                        "127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), DeskClient.TOKEN, false),
                Map.of());
        admin = new Visitor(server.address());
        assertThat(admin.logIn("admin", server.firstPassword().orElseThrow()).statusCode())
                .isEqualTo(302);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void numbersThatAreLongWhenWrittenInFullAreRefused() throws Exception {
        for (String field : List.of("quantity", "unit_price", "tax_rate")) {
            for (String number : NUMBERS) {
                Map<String, String> plan = new HashMap<>(PLAN);
                plan.put(field, number);
                HttpResponse<String> answer = put(plan);
                assertThat(answer.statusCode()).as(field).isEqualTo(400);
                assertThat(answer.body()).contains(field).hasSizeLessThan(1_000);
                plan.put("company", "acme");
                plan.put("new_company", "true");
                plan.put("customer", "c1");
                plan.put("_csrf", admin.csrf());
                assertThat(admin.post("/desk/billing/plans", plan).statusCode())
                        .as(field)
                        .isEqualTo(400);
            }
        }
        assertThat(put(PLAN).statusCode()).isEqualTo(200);
    }

    private HttpResponse<String> put(Map<String, String> plan) throws Exception {
        StringBuilder body = new StringBuilder("{\"new_company\":true");
        plan.forEach((name, value) ->
                body.append(",\"").append(name).append("\":\"").append(value).append('"'));
        return admin.api("PUT", "/api/billing/plans/acme/c1", DeskClient.TOKEN, body + "}");
    }

    /** What is refused is quoted, and looked up among the sentences of the desk: by a regular expression this took hours. */
    @Test
    void aRefusedTextThatLooksLikeOurSentencesCostsNothing() throws Exception {
        Map<String, String> plan = new HashMap<>(PLAN);
        plan.put("company", "acme");
        plan.put("new_company", "true");
        plan.put("customer", " has a tax below 1 %: '".repeat(4_300) + "'; if you mean ".repeat(6_600));
        plan.put("_csrf", admin.csrf());
        HttpResponse<String> answer = admin.post("/desk/billing/plans", plan);
        assertThat(answer.statusCode()).isEqualTo(400);
        plan.put("customer", "c1");
        plan.put("type", "it cannot be sent: ".repeat(10_000));
        assertThat(admin.post("/desk/billing/plans", plan).statusCode()).isEqualTo(400);
    }

    @Test
    void aReportHasFewEngines_andTheirPageIsBounded() throws Exception {
        assertThat(report("many", Collections.nCopies(61, "{\"policy\":\"p\"}")).statusCode())
                .isEqualTo(400);
        assertThat(report("nameless", List.of("{}")).statusCode()).isEqualTo(400);
        for (int i = 0; i < 9; i++) {
            assertThat(report("s" + i, Collections.nCopies(60, "{\"policy\":\"p\",\"breaker\":\"closed\"}"))
                            .statusCode())
                    .isEqualTo(201);
        }
        assertThat(report("z", List.of("{\"policy\":\"last\",\"breaker\":\"open\"}"))
                        .statusCode())
                .isEqualTo(201);
        String page = admin.page("/breakers").body();
        assertThat(page.split("data-label=\"Policy\"", -1)).hasSize(501);
        assertThat(page).contains("1 breaker is open", "last");
    }

    private HttpResponse<String> report(String source, List<String> engines) throws Exception {
        return admin.api(
                "POST",
                "/api/reports",
                DeskClient.TOKEN,
                "{\"source\":\"" + source + "\",\"total\":{},\"dependencies\":[],\"engines\":["
                        + String.join(",", engines) + "]}");
    }

    private HttpRequest.Builder head(String path) {
        return HttpRequest.newBuilder(URI.create(server.address() + path)).method("HEAD", BodyPublishers.noBody());
    }

    @Test
    void probesMayAskWithHead() throws Exception {
        for (String path : List.of("/api/health/live", "/api/health/ready")) {
            assertThat(new Visitor(server.address()).send(head(path)).statusCode())
                    .as(path)
                    .isEqualTo(200);
        }
    }

    @Test
    void aHeadIsAnsweredAsItsGetIs_withoutTheBody() throws Exception {
        for (String path : List.of("/api/queues", "/api/tasks/unknown", "/metrics", "/nowhere")) {
            assertThat(new Visitor(server.address()).send(head(path)).statusCode())
                    .as(path + " without a login")
                    .isEqualTo(new Visitor(server.address())
                            .send(HttpRequest.newBuilder(URI.create(server.address() + path)))
                            .statusCode());
            HttpResponse<String> get = admin.api("GET", path, DeskClient.TOKEN, "");
            HttpResponse<String> head = admin.api("HEAD", path, DeskClient.TOKEN, "");
            assertThat(head.statusCode()).as(path).isEqualTo(get.statusCode());
            assertThat(head.headers().firstValue("Content-Type"))
                    .as(path)
                    .isEqualTo(get.headers().firstValue("Content-Type"));
            assertThat(head.body()).as(path).isEmpty();
        }
    }
}
