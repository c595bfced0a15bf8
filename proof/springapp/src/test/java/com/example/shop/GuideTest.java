package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Follows docs/quickstart-spring.md to the letter: what a reader copies from it is what this application has, and it works. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"oncemore.tasks.workers=false", "management.endpoints.web.exposure.include=oncemore"})
class GuideTest {
    private static final FreshDatabase DATABASE = PostgresServer.shared().freshDatabase();

    private final HttpClient http = HttpClient.newHttpClient();

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
    void theDependencyIsOursToo() throws IOException {
        String pom = squeezed(Files.readString(Path.of("pom.xml")));

        for (String line : block("xml").lines().map(String::strip).toList()) {
            if (line.startsWith("<groupId>") || line.startsWith("<artifactId>")) {
                assertThat(pom).contains(line);
            }
        }
        assertThat(block("xml")).contains("<artifactId>oncemore-spring-boot-starter</artifactId>");
    }

    @Test
    void theSettingsAreThoseOfThisApplication() throws IOException {
        String yaml = Files.readString(Path.of("src/main/resources/application.yaml"));

        assertThat(yaml).endsWith(block("yaml"));
    }

    @Test
    void theTableIsThatOfThisApplication() throws IOException {
        assertThat(block("sql")).isEqualTo(Files.readString(Path.of("src/main/resources/schema.sql")));
    }

    /** The breaker of the guide's policy is opened by the guide's command, and closed again in the same way. */
    @Test
    void theCommandSwitchesTheBreaker() throws Exception {
        Matcher command = Pattern.compile("localhost:8080(\\S+).*-d '(\\{.*})'", Pattern.DOTALL)
                .matcher(block("sh", "actuator"));
        assertThat(command.find()).isTrue();
        String path = command.group(1);
        String body = command.group(2);

        assertThat(post(path, body)).contains("FORCED_OPEN");
        assertThat(post(path, body.replace("open", "close"))).contains("CLOSED");
    }

    @Test
    void theLookUpOfARecordIsAnAddress() throws Exception {
        Matcher address = Pattern.compile("`(/actuator/oncemore/records\\?\\S+)`").matcher(guide());
        assertThat(address.find()).isTrue();
        HttpRequest request = HttpRequest.newBuilder(URI.create(base() + address.group(1))).build();

        assertThat(http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
                .as("nothing was paid yet")
                .isEqualTo(404);
    }

    private String post(String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base() + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    private String base() {
        return "http://127.0.0.1:" + port;
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", " ");
    }

    /** The first block of this language. */
    private static String block(String language) throws IOException {
        return block(language, "");
    }

    /** The first block of this language with this text. */
    static String block(String language, String text) throws IOException {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(guide())
                .results()
                .map(block -> block.group(1))
                .filter(block -> block.contains(text))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no block of " + language + " with '" + text + "'"));
    }

    private static String guide() throws IOException {
        return Files.readString(Path.of("../../docs/quickstart-spring.md"));
    }
}
