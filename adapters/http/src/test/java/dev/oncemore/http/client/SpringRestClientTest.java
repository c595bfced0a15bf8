package dev.oncemore.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.testkit.net.NetworkFault;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.RestClient;

/** The client under Spring's RestClient, which sends each body through a publisher of its own. */
class SpringRestClientTest {
    private Faulty bank;

    @BeforeEach
    void start() throws Exception {
        bank = new Faulty();
    }

    @AfterEach
    void stop() {
        bank.close();
    }

    private RetryingHttpClient.Builder client() {
        return bank.builder(Faulty.policy().backoff(Backoff.none()).build());
    }

    private RestClient spring(RetryingHttpClient client) {
        return RestClient.builder()
                .requestFactory(new JdkClientHttpRequestFactory(client))
                .baseUrl(bank.uri("/").toString())
                .build();
    }

    @Test
    void requestsWithBodiesAreRetried() {
        RestClient spring = spring(client().build());
        bank.server.answer(503, "busy");
        bank.proxy.next(NetworkFault.dropReply());

        String answer = spring.post()
                .uri("/payments")
                .header("Idempotency-Key", "\"inv-001\"")
                .body("{\"amount\":1}")
                .retrieve()
                .body(String.class);

        assertThat(answer).isEqualTo("ok");
        assertThat(bank.server.seen())
                .hasSizeGreaterThan(1)
                .allSatisfy(seen -> assertThat(seen.body()).isEqualTo("{\"amount\":1}"));
    }

    @Test
    void streamedBodiesAreRetriedToo() {
        RestClient spring = spring(client().build());
        bank.server.answer(503, "busy");

        spring.put()
                .uri("/payments")
                .body(out -> out.write("streamed".getBytes(StandardCharsets.UTF_8)))
                .retrieve()
                .toBodilessEntity();

        assertThat(bank.server.seen()).extracting(ScriptedServer.Seen::body).containsExactly("streamed", "streamed");
    }

    @Test
    void aLargeStreamedBodyIsSentOnce() {
        RestClient spring = spring(client().bufferBodies(10_000).build());
        String large = "x".repeat(100_000);
        bank.server.answer(503, "busy");

        assertThatExceptionOfType(HttpServerErrorException.ServiceUnavailable.class)
                .isThrownBy(() -> spring.put()
                        .uri("/payments")
                        .body(out -> out.write(large.getBytes(StandardCharsets.UTF_8)))
                        .retrieve()
                        .toBodilessEntity());

        assertThat(bank.server.seen()).extracting(ScriptedServer.Seen::body).containsExactly(large);
    }
}
