package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.operations.store.StoreUrl;
import java.io.InputStream;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** What another site, or a link, can make somebody's browser do. */
@TestInstance(Lifecycle.PER_CLASS)
class BrowserDoorsTest {
    private Server server;

    @BeforeAll
    void start(@TempDir Path folder) {
        server = Server.start(
                new ServerSettings(
                        "127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), DeskClient.TOKEN, false),
                Map.of());
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private String login(String next) {
        return "name=admin&password=" + URLEncoder.encode(server.firstPassword().orElseThrow(), StandardCharsets.UTF_8)
                + "&next=" + next;
    }

    private HttpResponse<String> post(String body, String... headers) throws Exception {
        Visitor visitor = new Visitor(server.address());
        HttpRequest.Builder request = visitor.request("/login")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return visitor.send(request);
    }

    @Test
    void aLoginLeadsToNoOtherSite() throws Exception {
        for (String next : List.of(
                "/%09/evil.example",
                "/%0A/evil.example",
                "/%0D/evil.example",
                "/%5Cevil.example",
                "//evil.example",
                "%20//evil.example",
                "%09//evil.example",
                "https://evil.example",
                "/%E2%80%A8/evil.example")) {
            assertThat(post(login(next)).headers().firstValue("Location"))
                    .as(next)
                    .contains("/");
        }
        assertThat(post(login("/dead%3Fqueue%3Dmail")).headers().firstValue("Location"))
                .contains("/dead?queue=mail");
    }

    @Test
    void anotherSiteLogsNobodyIn() throws Exception {
        String own = "http://127.0.0.1:" + server.address().getPort();
        assertThat(post(login("/"), "Origin", "https://evil.example").statusCode())
                .isEqualTo(403);
        assertThat(post(login("/"), "Origin", "null").statusCode()).isEqualTo(403);
        assertThat(post(login("/"), "Origin", "http://127.0.0.1:1").statusCode())
                .isEqualTo(403);
        assertThat(post(login("/"), "Sec-Fetch-Site", "cross-site").statusCode())
                .isEqualTo(403);
        assertThat(post(login("/"), "Sec-Fetch-Site", "same-site").statusCode()).isEqualTo(403);
        assertThat(post(login("/"), "Origin", own).statusCode()).isEqualTo(302);
        assertThat(post(login("/"), "Sec-Fetch-Site", "same-origin").statusCode())
                .isEqualTo(302);
    }

    /** A place that is taken without a stream would never be given back. */
    @Test
    void askingForTheLivePageWithoutAStreamTakesNoPlace() throws Exception {
        Visitor viewer = new Visitor(server.address());
        viewer.logIn("admin", server.firstPassword().orElseThrow());
        for (String accept : List.of("text/html", "*/*", "text/event-stream;q=0")) {
            for (int i = 0; i < 13; i++) {
                assertThat(viewer.send(viewer.request("/live").header("Accept", accept))
                                .statusCode())
                        .as(accept)
                        .isEqualTo(406);
            }
        }
        try (InputStream stream = viewer.open("/live").body()) {
            assertThat(stream.read()).as("a stream of this viewer").isEqualTo(':');
        }
    }

    @Test
    void oneViewerCannotTakeAllLiveStreams() throws Exception {
        Visitor maker = new Visitor(server.address());
        maker.logIn("admin", server.firstPassword().orElseThrow());
        HttpClient client = HttpClient.newHttpClient();
        List<HttpResponse<InputStream>> streams = new ArrayList<>();
        try {
            int status = 200;
            while (status == 200 && streams.size() < 100) {
                HttpResponse<InputStream> stream = client.send(
                        maker.request("/live")
                                .header("Authorization", "Bearer " + DeskClient.TOKEN)
                                .header("Accept", "text/event-stream")
                                .build(),
                        BodyHandlers.ofInputStream());
                status = stream.statusCode();
                streams.add(stream);
            }
            assertThat(status).isEqualTo(204);
            assertThat(streams).hasSize(13);
            HttpResponse<InputStream> other = maker.open("/live");
            streams.add(other);
            assertThat(other.statusCode()).as("somebody else").isEqualTo(200);
        } finally {
            for (HttpResponse<InputStream> stream : streams) {
                stream.body().close();
            }
        }
    }
}
