package dev.oncemore.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.oncemore.testkit.net.FaultProxy;
import dev.oncemore.testkit.net.NetworkFault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.service.annotation.PostExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/** All of Spring's HTTP clients against a real server whose response is lost after the request was executed. */
class ClientsInSpringTest {
    private static final String KEY = "Idempotency-Key";

    private final List<String> executed = new CopyOnWriteArrayList<>();
    private HttpServer bank;
    private FaultProxy network;

    @BeforeEach
    void start() throws IOException {
        bank = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        bank.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            executed.add(String.valueOf(exchange.getRequestHeaders().getFirst(KEY)));
            byte[] reply = "paid".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/plain");
            exchange.sendResponseHeaders(200, reply.length);
            exchange.getResponseBody().write(reply);
            exchange.close();
        });
        bank.start();
        network = FaultProxy.to(bank.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        network.close();
        bank.stop(0);
    }

    @ParameterizedTest
    @EnumSource
    void aLostResponseIsAskedForAgainUnderTheSameKey(Client client) {
        String key = '"' + UUID.randomUUID().toString() + '"';
        run(clients -> {
            network.next(NetworkFault.dropReply());

            assertThat(client.pay(clients, url(), Map.of(KEY, key))).isEqualTo("paid");
            assertThat(executed).containsExactly(key, key);
        });
    }

    @ParameterizedTest
    @EnumSource
    void withoutAKeyALostResponseIsNotAskedForAgain(Client client) {
        run(clients -> {
            network.next(NetworkFault.dropReply());

            assertThatThrownBy(() -> client.pay(clients, url(), Map.of())).isInstanceOf(RuntimeException.class);
            assertThat(executed).hasSize(1);
        });
    }

    private String url() {
        return "http://127.0.0.1:" + network.port() + "/payments";
    }

    private static void run(Consumer<OncemoreClients> test) {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(OncemoreAutoConfiguration.class, OncemoreClientsAutoConfiguration.class))
                .withPropertyValues(
                        "oncemore.policies.bank.preset=api",
                        "oncemore.policies.bank.backoff.base=1ms",
                        "oncemore.policies.bank.attempt-timeout=20s",
                        "oncemore.policies.bank.deadline=60s")
                .run(context -> test.accept(context.getBean(OncemoreClients.class)));
    }

    interface Bank {
        @PostExchange
        String pay(@RequestHeader Map<String, String> headers, @RequestBody String amount);
    }

    enum Client {
        REST_CLIENT {
            @Override
            String pay(OncemoreClients clients, String url, Map<String, String> headers) {
                return rest(clients, url)
                        .post()
                        .headers(all -> all.setAll(headers))
                        .body("10")
                        .retrieve()
                        .body(String.class);
            }
        },
        REST_TEMPLATE {
            @Override
            String pay(OncemoreClients clients, String url, Map<String, String> headers) {
                HttpHeaders all = new HttpHeaders();
                all.setAll(headers);
                return clients.apply(new RestTemplate(), "bank")
                        .exchange(url, HttpMethod.POST, new HttpEntity<>("10", all), String.class)
                        .getBody();
            }
        },
        WEB_CLIENT {
            @Override
            String pay(OncemoreClients clients, String url, Map<String, String> headers) {
                return WebClient.builder()
                        .clientConnector(clients.connector("bank"))
                        .baseUrl(url)
                        .build()
                        .post()
                        .headers(all -> all.setAll(headers))
                        .bodyValue("10")
                        .retrieve()
                        .bodyToMono(String.class)
                        .block();
            }
        },
        HTTP_EXCHANGE {
            @Override
            String pay(OncemoreClients clients, String url, Map<String, String> headers) {
                return HttpServiceProxyFactory.builderFor(RestClientAdapter.create(rest(clients, url)))
                        .build()
                        .createClient(Bank.class)
                        .pay(headers, "10");
            }
        };

        abstract String pay(OncemoreClients clients, String url, Map<String, String> headers);

        private static RestClient rest(OncemoreClients clients, String url) {
            return clients.apply(RestClient.builder(), "bank").baseUrl(url).build();
        }
    }
}
