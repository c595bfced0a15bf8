package dev.oncemore.server.serve;

import static dev.oncemore.server.serve.DeskClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.operations.store.StoreUrl;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabPageTest {
    private static final String SMALL = "/lab?scenario=storm&clients=20&capacity=50&outage=1&after=2&seed=1";

    @TempDir
    private Path folder;

    private Server server;
    private Visitor visitor;

    @BeforeEach
    void start() throws Exception {
        server = Server.start(
                new ServerSettings("127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), TOKEN, false),
                Map.of());
        visitor = new Visitor(server.address());
        visitor.logIn("admin", server.firstPassword().orElseThrow());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Test
    void aScenarioIsChosen_itsNumbersAreInTheAddress_andTheAnswerIsASentence() throws Exception {
        assertThat(visitor.page("/lab").body()).contains("href=\"/lab?scenario=storm\"", "metastable");
        assertThat(visitor.page("/lab?scenario=storm").body())
                .contains("name=\"clients\" value=\"1000\"", "max=\"5000\"")
                .doesNotContain("<svg");
        assertThat(visitor.page("/lab?scenario=layers&seed=1").body())
                .contains("243", "<svg", "id=\"charts\"", "/assets/lab.js");
        assertThat(visitor.page("/assets/lab.js").body()).contains("figure[data-chart]");
    }

    @Test
    void twoPoliciesStandSideBySide_aPresetAndYaml() throws Exception {
        String both = SMALL + "&policy=" + encoded("max-attempts: 2\nbackoff: {base: 50ms}") + "&against=api";

        assertThat(visitor.page(both).body()).contains("<td data-label=\"policy\">policy</td>", ">api</td>");

        HttpResponse<String> report = visitor.page(both.replace("/lab?", "/lab/report?") + "&format=csv");
        assertThat(report.headers().firstValue("Content-Disposition").orElse(""))
                .contains("storm.csv");
        assertThat(report.body()).startsWith("policy,").contains("\r\napi,");
        assertThat(visitor.page(both.replace("/lab?", "/lab/report?") + "&format=html")
                        .body())
                .contains("storm · Oncemore lab");
    }

    @Test
    void wrongAndTooLargeRequestsAreRefused_andFilesAreNotRead() throws Exception {
        refused(404, "/lab?scenario=strom&seed=1", "there is no scenario");
        refused(400, SMALL + "&clints=5", "clints");
        refused(400, SMALL.replace("clients=20", "clients=1000000"), "1 to 5000 is allowed");
        refused(400, SMALL.replace("clients=20", "clients=NaN"), "is allowed");
        refused(400, SMALL.replace("seed=1", "seed=x"), "seed");
        refused(400, SMALL + "&policy=" + encoded("deadlin: 2s"), "policy, line 1");
        refused(400, SMALL + "&policy=" + encoded(folder.resolve("s.db") + "#x"), "policy, line 1");
        refused(400, SMALL + "&against=api", "against");
        refused(413, SMALL + "&policy=" + encoded("#".repeat(1_001)), "1000 characters");
    }

    /**
     * With a place for each of its tokens, one account would take all places. The long simulation is begun again when it ends, so
     * that it does not matter how fast this machine is.
     */
    @Test
    void anAccountRunsOneAtATime_alsoWithSeveralTokens() throws Exception {
        String one = token("one");
        String other = token("other");
        CompletableFuture<Integer> first = CompletableFuture.completedFuture(0);
        HttpResponse<String> answer = null;
        for (int seed = 1; seed <= 200 && (answer == null || answer.statusCode() == 200); seed++) {
            if (first.isDone()) {
                String path = "/lab?scenario=metastable&capacity=5000&after=600&seed=" + seed;
                first = CompletableFuture.supplyAsync(() -> status(path, one));
            }
            answer = new Visitor(server.address()).api("GET", SMALL.replace("seed=1", "seed=" + seed), other, "");
        }
        assertThat(answer).isNotNull();
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("your last simulation has not ended yet");
        assertThat(first.get()).isIn(200, 413);
    }

    private String token(String name) throws Exception {
        String page = visitor.post(
                        "/access/tokens", Map.of("name", name, "role", "viewer", "days", "1", "_csrf", visitor.csrf()))
                .body();
        Matcher found = Pattern.compile("omt_[A-Za-z0-9_-]+").matcher(page);
        assertThat(found.find()).isTrue();
        return found.group();
    }

    private int status(String path, String token) {
        try {
            return new Visitor(server.address()).api("GET", path, token, "").statusCode();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void refused(int status, String path, String words) throws Exception {
        HttpResponse<String> answer = visitor.page(path);
        assertThat(answer.body()).as(path).contains(words);
        assertThat(answer.statusCode()).as(path).isEqualTo(status);
    }
}
