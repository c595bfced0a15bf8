package dev.oncemore.examples.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.retry.policy.RetryPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CaseServiceTest {
    private static final Pattern METRIC = Pattern.compile("\\b(?:case|dependency)_[a-z_]+");

    private final HttpClient client =
            HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
    private CaseService service;

    @BeforeEach
    void start() throws IOException {
        service = new CaseService(0, 422, RetryPolicy.preset("api"));
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void thePageLeadsThroughTheWalk_andTheDashboardAnswers() throws Exception {
        assertThat(send(to("/")).body()).contains("Run step 1. A case is created");
        assertThat(send(to("/dashboard")).body()).contains("No calls yet");

        HttpResponse<String> page = send(to("/"));
        for (int i = 0; i < 9; i++) {
            page = send(to("/next").POST(BodyPublishers.noBody()));
        }

        assertThat(page.body())
                .contains("The response is lost", "(replayed)", "That was the walk")
                .doesNotContain("not as expected");
        assertThat(send(to("/dashboard")).body())
                .contains("Does retry raise the success rate?", "100.0 % of ", "What latency does it cost?");
        assertThat(send(to("/again").POST(BodyPublishers.noBody())).body()).contains("Run step 1.");
    }

    @Test
    void theMatrixIsATableAndAFile() throws Exception {
        assertThat(send(to("/matrix")).body()).contains("<code>api</code>", "<td>429 Too Many Requests</td>");
        HttpResponse<String> csv = send(to("/matrix.csv"));
        assertThat(csv.headers().firstValue("Content-Disposition").orElse("")).contains("failure-matrix.csv");
        assertThat(csv.body().lines()).hasSizeGreaterThan(20);
    }

    @Test
    void everyMetricOfTheGrafanaDashboardIsEmitted() throws Exception {
        for (Walk walk = service.newWalk(); walk.hasNext(); ) {
            walk.next();
        }
        String meters = send(to("/metrics")).body();
        Set<String> asked = METRIC.matcher(send(to("/grafana-dashboard.json")).body())
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());

        assertThat(asked)
                .hasSizeGreaterThan(6)
                .allSatisfy(metric -> assertThat(meters).containsPattern("(?m)^" + metric + "[ {]"));
    }

    @Test
    void aRequestWithoutAKey_withAWrongBodyOrALargeOne_isRefused() throws Exception {
        assertThat(send(to("/cases").POST(BodyPublishers.ofString("{}"))).statusCode())
                .isEqualTo(400);
        assertThat(send(to("/cases").header("Idempotency-Key", "\"k-1\"").POST(BodyPublishers.ofString("not JSON")))
                        .statusCode())
                .isEqualTo(400);
        assertThat(send(to("/cases")
                                .header("Idempotency-Key", "\"k-2\"")
                                .POST(BodyPublishers.ofString(" ".repeat(CreateCase.BODY_BYTES_MAX + 1))))
                        .statusCode())
                .isEqualTo(413);
        assertThat(service.created()).isZero();
    }

    @Test
    void otherWebSitesAreKeptOut() throws Exception {
        HttpRequest.Builder fromElsewhere =
                to("/next").header("Sec-Fetch-Site", "cross-site").POST(BodyPublishers.noBody());
        assertThat(send(fromElsewhere).statusCode()).isEqualTo(403);
        assertThat(firstLineOf("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
                .contains(" 403 ");
        assertThat(firstLineOf("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .contains(" 200 ");
        assertThat(service.created()).isZero();
    }

    private String firstLineOf(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String response = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return response.lines().findFirst().orElse("");
        }
    }
}
