package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server process with its own sandbox and a JSON log, killed and started again. */
class DeskRestartTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern SAMPLE = Pattern.compile("(?s)```\\n(\\{\"event\":\"row_processed_error\".*?})\\n```");

    @TempDir
    private Path folder;

    private record Started(Process process, JsonNode welcome) implements AutoCloseable {
        URI address() {
            return URI.create(welcome.path("address").asString());
        }

        URI sandbox() {
            return URI.create(welcome.path("sandbox").asString());
        }

        @Override
        public void close() {
            process.destroyForcibly().onExit().orTimeout(1, TimeUnit.MINUTES).join();
        }
    }

    private Started start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "--enable-native-access=ALL-UNNAMED", // as the launcher has it; otherwise the JVM itself writes to the
                // log
                "-cp",
                System.getProperty("java.class.path"),
                "dev.oncemore.server.Oncemore",
                "serve",
                "--port",
                "0",
                "--data",
                folder.resolve("data").toString(),
                "--sandbox",
                "--sandbox-port",
                "0",
                "--log",
                "json");
        builder.environment().put("ONCEMORE_ADMIN_TOKEN", DeskClient.TOKEN);
        builder.redirectError(ProcessBuilder.Redirect.appendTo(log().toFile()));
        Process process = builder.start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        assertThat(line)
                .as("the server did not start: " + Files.readString(log()))
                .isNotNull();
        return new Started(process, JSON.readTree(line));
    }

    private Path log() {
        return folder.resolve("server.log");
    }

    private static JsonNode created(Started server) throws Exception {
        Visitor visitor = new Visitor(server.sandbox());
        return JSON.readTree(visitor.send(visitor.request("/_created").GET()).body());
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void theSandboxKeepsItsDocuments_andTheLogIsJsonAsDocumented() throws Exception {
        String csv = DeskClient.HEADINGS + "A-1,2026-01-31,Foods,tea,1,150,8\nA-2,never,Foods,tea,1,150,8\n";
        String sheet;
        try (Started first = start()) {
            assertThat(first.welcome().path("event").asString()).isEqualTo("server_started");
            assertThat(first.welcome().path("firstPasswordFile").asString()).endsWith("first-password");
            DeskClient desk = new DeskClient(first.address());
            sheet = desk.send(csv);
            desk.settled(sheet);
            assertThat(created(first).path("invoice").asInt()).isEqualTo(1);
        }
        try (Started second = start()) {
            assertThat(created(second).path("invoice").asInt())
                    .as("what the server knows as created is there")
                    .isEqualTo(1);
            DeskClient desk = new DeskClient(second.address());
            String again = desk.send(csv);
            assertThat(desk.settled(again).path("Duplicate").asInt()).isEqualTo(1);
            assertThat(created(second).path("duplicates")).isEmpty();
        }
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(log())) {
            lines.add(JSON.readTree(line));
        }
        JsonNode sample = sample();
        JsonNode refused = lines.stream()
                .filter(line -> line.path("event").asString().equals("row_processed_error"))
                .findFirst()
                .orElseThrow();
        assertThat(refused.propertyNames())
                .as("the documented fields, without an attempt since nothing was sent")
                .containsExactlyElementsOf(sample.propertyNames().stream()
                        .filter(name -> !name.equals("attempt"))
                        .toList());
        sample.properties()
                .forEach(field -> assertThat(refused.path(field.getKey()).isMissingNode()
                                || refused.path(field.getKey()).getNodeType()
                                        == field.getValue().getNodeType())
                        .as(field.getKey())
                        .isTrue());
        assertThat(refused.path("timestamp").asString())
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z")
                .satisfies(text -> assertThat(Instant.parse(text)).isBeforeOrEqualTo(Instant.now()));
        assertThat(refused.path("rowNumber").asInt()).isEqualTo(3);
        assertThat(refused.path("docType").asString()).isEqualTo("invoice");
        assertThat(refused.path("idempotencyKey").asString()).isEqualTo("comp1:invoice:A-2");
        assertThat(refused.path("httpStatus").asInt(-1)).isZero();
        assertThat(refused.path("error").asString()).startsWith("row 3, date: 'never', expected");
        assertThat(sheet).endsWith(refused.path("sheet").asString());
    }

    /** The line that the guide shows. */
    private static JsonNode sample() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (root != null && !Files.exists(root.resolve("docs/guide-desk.md"))) {
            root = root.getParent();
        }
        assertThat(root).isNotNull();
        Matcher matcher = SAMPLE.matcher(Files.readString(root.resolve("docs/guide-desk.md")));
        assertThat(matcher.find()).isTrue();
        JsonNode sample = JSON.readTree(matcher.group(1).replace("\n ", ""));
        assertThat(sample.path("timestamp").asString()).matches(".*\\.\\d{3}Z");
        return sample;
    }
}
