package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Simulations that need much memory, on a server with little: each viewer may ask for them. */
class LabMemoryTest {
    /** Each attempt leaves a timeout behind that is due after a day. */
    private static final String LONG = """
            max-attempts: 10000
            attempt-timeout: 1d
            deadline: none
            budget: unlimited
            backoff: {base: 1ms, factor: 1, cap: 1ms, jitter: none}
            """;

    private static final String QUEUE = LONG + "limiter: {concurrency: 1, queue-timeout: 1h, queue-size: 1000000}\n";

    @Test
    void theServerOutlivesThem(@TempDir Path folder) throws Exception {
        KillableServer server = KillableServer.start(128, folder.resolve("data"));
        try {
            Visitor visitor = new Visitor(server.address());
            for (String path : List.of(
                    "/lab?scenario=layers&seed=7&layers=8&attempts=10&users=50&errors=0.5&policy=" + encoded(QUEUE),
                    "/lab?scenario=layers&seed=7&layers=8&attempts=10&users=50&errors=0.5&policy=" + encoded(LONG),
                    "/lab?scenario=hedge&seed=7&load=2&slow=0.1&slowness=100&policy=" + encoded(QUEUE))) {
                HttpResponse<String> answer = visitor.api("GET", path, DeskClient.TOKEN, "");
                assertThat(answer.statusCode()).as(answer.body()).isIn(200, 413);
            }
            assertThat(visitor.page("/api/health/live").statusCode()).isEqualTo(200);
            assertThat(server.process().isAlive()).isTrue();
        } finally {
            server.kill();
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
