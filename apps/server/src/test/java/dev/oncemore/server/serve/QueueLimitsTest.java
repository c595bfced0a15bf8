package dev.oncemore.server.serve;

import static dev.oncemore.server.serve.DeskClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.operations.store.StoreUrl;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** An operator can make any number of queues; pages and responses are bounded nevertheless. */
class QueueLimitsTest {
    private static final int QUEUES = 1_203;

    private Server server;
    private DeskClient client;

    @BeforeEach
    void start(@TempDir Path folder) {
        StoreUrl store = StoreUrl.parse("sqlite:" + folder.resolve("s.db"));
        server = Server.start(new ServerSettings("127.0.0.1", 0, store, TOKEN, false), Map.of());
        client = new DeskClient(server.address());
        server.backend()
                .database()
                .insertNew(
                        "oncemore_task_pause (queue, until_at, reason, who)",
                        IntStream.range(0, QUEUES)
                                .mapToObj(i -> Arrays.<Object>asList("made-" + i, null, "a test", "anna"))
                                .toList());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void theApiListsThemInPages() throws Exception {
        Set<String> found = new HashSet<>();
        String after = "";
        do {
            JsonNode page = client.get("/api/queues" + (after.isEmpty() ? "" : "?after=" + after));
            assertThat(page.path("queues").size()).isLessThanOrEqualTo(500);
            page.path("queues").forEach(queue -> found.add(queue.path("queue").asString()));
            after = page.path("next").asString("");
        } while (!after.isEmpty());
        assertThat(found).hasSizeGreaterThanOrEqualTo(QUEUES);
        assertThat(client.get("/api/queues?limit=2&after=made-5").path("queues"))
                .extracting(queue -> queue.path("queue").asString())
                .containsExactly("made-50", "made-500");
        client.api("GET", "/api/queues?limit=501", "", 400);
    }

    @Test
    void anActAnswersTheFirst_andTheOneItChanged() throws Exception {
        JsonNode paused = client.api("POST", "/api/queues/zzz/pause", "{\"why\":\"a test\"}", 200);
        assertThat(paused.path("queues").size()).isEqualTo(501);
        assertThat(paused.path("queues").get(500).path("queue").asString()).isEqualTo("zzz");
        assertThat(paused.path("queues").get(500).path("paused").asBoolean()).isTrue();
        assertThat(client.api("POST", "/api/queues/made-1/resume", "{\"why\":\"a test\"}", 200)
                        .path("queues")
                        .size())
                .isEqualTo(500);
    }

    @Test
    void thePageShowsTheFirst() throws Exception {
        Visitor visitor = new Visitor(server.address());
        visitor.logIn("admin", server.firstPassword().orElseThrow());
        String page = visitor.page("/queues").body();
        assertThat(Pattern.compile("action=\"/queues/[^\"]+/(pause|resume)\"")
                        .matcher(page)
                        .results())
                .hasSize(500);
        assertThat(page).contains("these are the first 500");
    }
}
