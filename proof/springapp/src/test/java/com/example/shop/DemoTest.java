package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The request of the guide, sent twice to the application as the guide starts it. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "oncemore.policies.bank.attempt-timeout=20s", // a busy machine must not fail the test
            "oncemore.policies.bank.deadline=60s"
        })
@ActiveProfiles("demo")
class DemoTest {
    private static final FreshDatabase DATABASE = PostgresServer.shared().freshDatabase();

    private final HttpClient http = HttpClient.newHttpClient();

    @Autowired
    private JdbcClient jdbc;

    @LocalServerPort
    private int port;

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry properties) {
        properties.add("spring.datasource.url", DATABASE::url);
        properties.add("spring.datasource.username", DATABASE::user);
        properties.add("spring.datasource.password", DATABASE::password);
    }

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    @Test
    void thePaymentIsMadeOnce() throws Exception {
        Matcher command = Pattern.compile("localhost:8080(\\S+).*-H 'Idempotency-Key: (.*?)'.*-d '(\\{.*})'", Pattern.DOTALL)
                .matcher(GuideTest.block("sh", "/payments"));
        assertThat(command.find()).isTrue();
        String path = command.group(1);
        String key = command.group(2);
        String body = command.group(3);

        HttpResponse<String> first = post(path, key, body);
        HttpResponse<String> second = post(path, key, body);

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body()).contains("paidAt");
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(jdbc.sql("select count(*) from payment").query(Long.class).single())
                .isEqualTo(1);
        assertThat(post(path, key, body.replace("49", "50")).statusCode()).isEqualTo(422);
        assertThat(post(path, null, body).statusCode())
                .as("the key is required")
                .isEqualTo(400);
    }

    private HttpResponse<String> post(String path, String key, String body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (key != null) {
            request.header("Idempotency-Key", key);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
