package dev.oncemore.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.oncemore.once.Once;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/** The filter on a real server behind Spring Security, and Spring's HTTP client against a server that fails. */
@SpringBootTest(
        classes = WebInSpringTest.Application.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "oncemore.http.idempotency.paths=/payments/**,/late",
            "oncemore.http.idempotency.require-key=true",
            "oncemore.policies.bank.preset=api",
            "oncemore.policies.mail.preset=api",
            "oncemore.policies.mail.breaker.failures=5",
            "management.endpoints.web.exposure.include=health,oncemore",
            "management.endpoint.health.show-details=always",
            "oncemore.policies.bank.backoff.base=1ms",
            "oncemore.policies.bank.attempt-timeout=20s",
            "oncemore.policies.bank.deadline=60s"
        })
class WebInSpringTest {
    private final HttpClient http = HttpClient.newHttpClient();
    private final String key = "\"" + UUID.randomUUID() + "\"";

    @LocalServerPort
    private int port;

    @Autowired
    private Api api;

    @Autowired
    private OncemoreClients clients;

    @Autowired
    private Once once;

    @Autowired
    private Tasks tasks;

    @Autowired
    private RestClient.Builder builder;

    @Test
    void aRepeatedRequestIsReplayed() throws Exception {
        HttpResponse<String> first = post("/payments/card", "ann", key, "10");
        HttpResponse<String> second = post("/payments/card", "ann", key, "10");

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(post("/payments/card", "ann", key, "11").statusCode()).isEqualTo(422);
    }

    @Test
    void theKeysOfUsersAreApart() throws Exception {
        HttpResponse<String> first = post("/payments/card", "ann", key, "10");
        HttpResponse<String> second = post("/payments/card", "bob", key, "10");

        assertThat(second.body()).isNotEqualTo(first.body());
    }

    @Test
    void aReplayNeedsTheSameAccessAsTheRequest() throws Exception {
        post("/payments/card", "ann", key, "10");

        HttpResponse<String> stranger = post("/payments/card", null, key, "10");

        assertThat(stranger.statusCode()).isEqualTo(401);
    }

    @Test
    void anAsynchronousResponseIsReplayed() throws Exception {
        HttpResponse<String> first = post("/late", "ann", key, "x");
        HttpResponse<String> second = post("/late", "ann", key, "x");

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(second.body()).isEqualTo(first.body());
    }

    @Test
    void aKeyIsRequiredOnThePathsOnly() throws Exception {
        assertThat(post("/payments", "ann", null, "10").statusCode()).isEqualTo(400);
        int before = api.other.get();

        assertThat(post("/other", "ann", null, "10").statusCode()).isEqualTo(200);
        assertThat(post("/other", "ann", key, "10").statusCode()).isEqualTo(200);
        assertThat(post("/other", "ann", key, "10").statusCode()).isEqualTo(200);
        assertThat(api.other.get() - before).isEqualTo(3);
    }

    @Test
    void aRestClientRetriesByItsPolicy() throws IOException {
        AtomicInteger requests = new AtomicInteger();
        HttpServer bank = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        bank.createContext("/", exchange -> {
            exchange.sendResponseHeaders(requests.incrementAndGet() < 3 ? 503 : 200, 2);
            exchange.getResponseBody().write("ok".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        bank.start();
        try {
            RestClient client = clients.apply(builder, "bank").build();

            assertThat(client.get()
                            .uri("http://127.0.0.1:" + bank.getAddress().getPort() + "/")
                            .retrieve()
                            .body(String.class))
                    .isEqualTo("ok");
            assertThat(requests).hasValue(3);
        } finally {
            bank.stop(0);
        }
    }

    @Test
    void theEndpointShowsTheEngines_andSwitchesBreakers() throws Exception {
        assertThat(get("/actuator/oncemore").body())
                .contains("\"bank\"", "\"mail\"", "\"breaker\":\"CLOSED\"", "\"workersRun\":false", "\"deadLetters\":");

        assertThat(json(
                                "/actuator/oncemore/mail",
                                "{\"breaker\": \"open\", \"who\": \"ann\", \"why\": \"maintenance\"}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(get("/actuator/oncemore").body()).contains("\"breaker\":\"FORCED_OPEN\"");
        assertThat(get("/actuator/health/oncemore").body())
                .contains("\"status\":\"UP\"", "\"openBreakers\":[\"mail\"]", "\"workers\":\"stopped\"");
        json("/actuator/oncemore/mail", "{\"breaker\": \"close\", \"who\": \"ann\", \"why\": \"it is over\"}");
        assertThat(get("/actuator/oncemore").body()).doesNotContain("FORCED_OPEN");

        assertThat(json("/actuator/oncemore/bank", "{\"breaker\": \"open\", \"who\": \"ann\", \"why\": \"x\"}")
                        .statusCode())
                .as("a policy without a breaker")
                .isEqualTo(400);
    }

    @Test
    void anOpenedBreakerHoldsBackHttpClientsToo() throws Exception {
        RestClient mail = clients.apply(builder.clone(), "mail").build();
        String own = "http://127.0.0.1:" + port + "/actuator/health";
        json("/actuator/oncemore/mail", "{\"breaker\": \"open\", \"who\": \"ann\", \"why\": \"maintenance\"}");
        try {
            assertThatThrownBy(() -> mail.get().uri(own).retrieve().toBodilessEntity())
                    .hasStackTraceContaining("breaker");
        } finally {
            json("/actuator/oncemore/mail", "{\"breaker\": \"close\", \"who\": \"ann\", \"why\": \"it is over\"}");
        }
        assertThat(get("/actuator/oncemore").body()).contains("\"clients\":{").doesNotContain("FORCED_OPEN");
    }

    @Test
    void theEndpointFindsARecordByItsOperationAndKey_withoutItsValue() throws Exception {
        String id = UUID.randomUUID().toString();
        once.operation("payment:create", String.class)
                .build()
                .key("acme", id)
                .run("10", claim -> "confidential")
                .require();

        HttpResponse<String> found = get("/actuator/oncemore/records?tenant=acme&operation=payment:create&key=" + id);

        assertThat(found.statusCode()).isEqualTo(200);
        assertThat(found.body())
                .contains("\"tenant\":\"acme\"", "\"key\":\"" + id + "\"", "\"state\":\"SUCCEEDED\"")
                .doesNotContain("confidential");
        assertThat(get("/actuator/oncemore/records?tenant=acme&operation=payment:create&key=none" + id)
                        .statusCode())
                .isEqualTo(404);
        assertThat(get("/actuator/oncemore/records?tenant=acme").statusCode()).isEqualTo(400);
        assertThat(get("/actuator/oncemore/no-such-part").statusCode()).isEqualTo(404);
    }

    @Test
    void theEndpointListsDeadLetters_withoutTheirPayload() throws Exception {
        tasks.handle("broken", String.class, (payload, run) -> Verdict.dead("the mailbox is gone"));
        String id = tasks.enqueue("broken", "confidential").id();
        tasks.manualWorker().runAll();

        assertThat(get("/actuator/oncemore/dead-letters").body())
                .contains("\"id\":\"" + id + "\"", "\"kind\":\"broken\"", "the mailbox is gone")
                .doesNotContain("confidential");
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(as("ann", path).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> json(String path, String body) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                as("ann", path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder as(String user, String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        String credentials = Base64.getEncoder().encodeToString((user + ":pw").getBytes(StandardCharsets.UTF_8));
        return user == null ? request : request.header("Authorization", "Basic " + credentials);
    }

    private HttpResponse<String> post(String path, String user, String idempotencyKey, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                as(user, path).header("Content-Type", "text/plain").POST(BodyPublishers.ofString(body));
        if (idempotencyKey != null) {
            request.header("Idempotency-Key", idempotencyKey);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Api.class)
    static class Application {
        @Bean
        DataSource dataSource() {
            return TestDatabase.POOL;
        }

        @Bean
        SecurityFilterChain security(HttpSecurity security) throws Exception {
            return security.csrf(csrf -> csrf.disable())
                    .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    User.withUsername("ann").password("{noop}pw").roles("USER").build(),
                    User.withUsername("bob").password("{noop}pw").roles("USER").build());
        }
    }

    @RestController
    static class Api {
        final AtomicInteger other = new AtomicInteger();
        private final AtomicInteger payments = new AtomicInteger();

        @PostMapping({"/payments", "/payments/card"})
        String pay(@RequestBody String amount) {
            return "payment " + payments.incrementAndGet() + " of " + amount;
        }

        @PostMapping("/late")
        Callable<String> late(@RequestBody String text) {
            return () -> "late " + payments.incrementAndGet();
        }

        @PostMapping("/other")
        String other(@RequestBody String text) {
            return "other " + other.incrementAndGet();
        }
    }
}
