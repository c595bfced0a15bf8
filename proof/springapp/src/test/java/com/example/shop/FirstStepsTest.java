package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.oncemore.once.NotDoneException;
import dev.oncemore.once.Outcome;
import dev.oncemore.retry.Retry;
import dev.oncemore.task.Tasks;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;
import java.math.BigDecimal;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.cfg.PackageVersion;

/** The first steps of the guides in a fresh Spring Boot application, with the libraries that Spring Boot brings. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "oncemore.tasks.workers=false",
            "oncemore.policies.bank.attempt-timeout=20s", // a busy machine must not fail the tests
            "oncemore.policies.bank.deadline=60s"
        })
class FirstStepsTest {
    private static final FreshDatabase DATABASE = PostgresServer.shared().freshDatabase();

    @Autowired
    private Payments payments;

    @Autowired
    private Tasks tasks;

    @Autowired
    private Mailer mailer;

    @Autowired
    private JdbcClient jdbc;

    @Autowired
    private RestClient bank;

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

    @BeforeEach
    void emptyTable() {
        jdbc.sql("drop table if exists payment").update();
        jdbc.sql("create table payment (invoice text, amount numeric)").update();
    }

    @Test
    void theJacksonIsThatOfSpringBoot() {
        assertThat(PackageVersion.VERSION.toString()).startsWith("3.1.");
    }

    @Test
    void aCallIsRetried() throws Exception {
        AtomicInteger calls = new AtomicInteger();

        String value = Retry.preset("api").call(() -> {
            if (calls.incrementAndGet() < 2) {
                throw new ConnectException("refused");
            }
            return "up";
        });

        assertThat(value).isEqualTo("up");
    }

    @Test
    void aPaymentIsMadeOnce_inTheTransactionOfSpring() {
        Receipt first = payments.pay(pay("inv-001", "49.00"));
        Receipt second = payments.pay(pay("inv-001", "49.00"));

        assertThat(first.labels()).containsExactlyInAnyOrder("new", "paid");
        assertThat(second).isEqualTo(first);
        assertThat(rows()).isEqualTo(1);
        assertThatThrownBy(() -> payments.pay(pay("inv-001", "50.00")))
                .isInstanceOfSatisfying(NotDoneException.class, e -> assertThat(e.outcome())
                        .isInstanceOf(Outcome.Mismatch.class));
    }

    @Test
    void aRollbackTakesRowRecordAndTaskWithIt() {
        assertThatIllegalArgumentException().isThrownBy(() -> payments.pay(pay("inv-002", "-1.00")));

        assertThat(rows()).isZero();
        tasks.manualWorker().runAll();
        assertThat(mailer.sent()).doesNotContain("inv-002");
    }

    @Test
    void theTaskOfACommittedPaymentRuns() {
        payments.pay(pay("inv-003", "1.00"));

        tasks.manualWorker().runAll();

        assertThat(mailer.sent()).contains("inv-003");
    }

    /** Without authentication there is no caller, so that a key is refused rather than shared by all. */
    @Test
    void theEndpointRequiresAKeyAndACaller() throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/payments"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"shop\": \"acme\", \"invoice\": \"inv-004\", \"amount\": 1}"));
        HttpClient http = HttpClient.newHttpClient();

        assertThat(http.send(request.build(), HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(400);
        HttpRequest keyed = request.header("Idempotency-Key", "\"k-004\"").build();
        assertThat(http.send(keyed, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(401);
    }

    @Test
    void theHttpClientRetriesBelowSpringsRestClient() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = "{\"balance\":\"10.50\"}".getBytes();
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            boolean fails = requests.incrementAndGet() == 1;
            exchange.sendResponseHeaders(fails ? 503 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            Balance balance = bank.get()
                    .uri("http://127.0.0.1:" + server.getAddress().getPort() + "/balance")
                    .retrieve()
                    .body(Balance.class);

            assertThat(balance).isEqualTo(new Balance(new BigDecimal("10.50")));
            assertThat(requests).hasValue(2);
        } finally {
            server.stop(0);
        }
    }

    record Balance(BigDecimal balance) {}

    private static Pay pay(String invoice, String amount) {
        return new Pay("acme", invoice, new BigDecimal(amount));
    }

    private long rows() {
        return jdbc.sql("select count(*) from payment").query(Long.class).single();
    }
}
