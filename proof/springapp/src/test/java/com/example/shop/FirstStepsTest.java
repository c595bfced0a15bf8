package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpServer;
import dev.oncemore.once.Outcome;
import dev.oncemore.retry.Retry;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;
import java.math.BigDecimal;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.cfg.PackageVersion;

/** The first steps of the guides in a fresh Spring Boot application, with the libraries that Spring Boot brings. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.NONE)
class FirstStepsTest {
    private static final FreshDatabase DATABASE = PostgresServer.shared().freshDatabase();

    @Autowired
    private Payments payments;

    @Autowired
    private TransactionalTasks<Connection> tasks;

    @Autowired
    private Mailer mailer;

    @Autowired
    private JdbcClient jdbc;

    @Autowired
    private RestClient bank;

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
        Outcome<Receipt> first = payments.pay("inv-001", new BigDecimal("49.00"));
        Outcome<Receipt> second = payments.pay("inv-001", new BigDecimal("49.00"));

        assertThat(first.require().labels()).containsExactlyInAnyOrder("new", "paid");
        assertThat(second).isEqualTo(new Outcome.Done<>(first.require(), true));
        assertThat(rows()).isEqualTo(1);
        assertThat(payments.pay("inv-001", new BigDecimal("50.00"))).isInstanceOf(Outcome.Mismatch.class);
    }

    @Test
    void aRollbackTakesRowRecordAndTaskWithIt() {
        assertThatIllegalArgumentException().isThrownBy(() -> payments.pay("inv-002", new BigDecimal("-1.00")));

        assertThat(rows()).isZero();
        tasks.manualWorker().runAll();
        assertThat(mailer.sent()).doesNotContain("inv-002");
    }

    @Test
    void theTaskOfACommittedPaymentRuns() {
        payments.pay("inv-003", new BigDecimal("1.00")).require();

        tasks.manualWorker().runAll();

        assertThat(mailer.sent()).contains("inv-003");
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

    private long rows() {
        return jdbc.sql("select count(*) from payment").query(Long.class).single();
    }
}
