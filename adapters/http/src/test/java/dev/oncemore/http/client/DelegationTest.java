package dev.oncemore.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.oncemore.retry.policy.RetryPolicy;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieManager;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** Everything but sending is the client's underneath. */
class DelegationTest {
    private static final boolean CAN_BE_CLOSED = AutoCloseable.class.isAssignableFrom(HttpClient.class);

    @Test
    void theSettingsAreThoseOfTheClientUnderneath() {
        Executor executor = Runnable::run;
        HttpClient jdk = HttpClient.newBuilder()
                .cookieHandler(new CookieManager())
                .connectTimeout(Duration.ofSeconds(3))
                .followRedirects(HttpClient.Redirect.NORMAL)
                .proxy(ProxySelector.of(null))
                .authenticator(new Authenticator() {})
                .version(HttpClient.Version.HTTP_1_1)
                .executor(executor)
                .build();

        HttpClient client = RetryingHttpClient.around(jdk, RetryPolicy.preset("api"));

        assertThat(client.cookieHandler()).isEqualTo(jdk.cookieHandler()).isPresent();
        assertThat(client.connectTimeout()).contains(Duration.ofSeconds(3));
        assertThat(client.followRedirects()).isEqualTo(HttpClient.Redirect.NORMAL);
        assertThat(client.proxy()).isEqualTo(jdk.proxy()).isPresent();
        assertThat(client.authenticator()).isEqualTo(jdk.authenticator()).isPresent();
        assertThat(client.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        assertThat(client.executor()).contains(executor);
        assertThat(client.sslContext()).isEqualTo(jdk.sslContext());
        assertThat(client.sslParameters().getProtocols())
                .isEqualTo(jdk.sslParameters().getProtocols());
        assertThat(client.newWebSocketBuilder()).isNotNull();
    }

    @Test
    void closingClosesTheClientUnderneath_whereTheJdkCan() throws Exception {
        assumeTrue(CAN_BE_CLOSED, "from JDK 21 on");
        HttpClient jdk = HttpClient.newHttpClient();
        RetryingHttpClient client = RetryingHttpClient.around(jdk, RetryPolicy.preset("api"));
        assertThat(client.isTerminated()).isFalse();

        ((AutoCloseable) (HttpClient) client).close();

        assertThat(client.isTerminated()).isTrue();
        assertThat(client.awaitTermination(Duration.ofSeconds(60))).isTrue();
        assertThat(HttpClient.class.getMethod("isTerminated").invoke(jdk)).isEqualTo(true);
    }

    @Test
    void afterAShutdownNothingIsTriedAgain() throws Exception {
        try (Faulty bank = new Faulty()) {
            bank.proxy.refuseConnections();
            RetryingHttpClient client = bank.client();
            client.shutdown();

            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> client.send(bank.get(), BodyHandlers.ofString()));
            assertThat(bank.failures()).containsExactly("PERMANENT");
            client.shutdownNow();
        }
    }

    @Test
    void pushedResponsesPassThrough() throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            HttpClient jdk =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
            RetryingHttpClient client = RetryingHttpClient.around(jdk, RetryPolicy.preset("api"));
            ConcurrentMap<HttpRequest, CompletableFuture<HttpResponse<String>>> pushed = new ConcurrentHashMap<>();
            HttpRequest request = HttpRequest.newBuilder(server.uri("/page"))
                    .header("X-Push-Me", "yes")
                    .build();

            HttpResponse<String> page = client.sendAsync(
                            request,
                            BodyHandlers.ofString(),
                            PushPromiseHandler.of(promise -> BodyHandlers.ofString(), pushed))
                    .get();

            assertThat(page.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(page.body()).isEqualTo("ok");
            assertThat(pushed).hasSize(1);
            assertThat(pushed.values().iterator().next().get().body()).isEqualTo("ok");
        }
    }
}
