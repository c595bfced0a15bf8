package dev.oncemore.testkit.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MemoryHttpClientTest {
    private static final HttpRequest REQUEST =
            HttpRequest.newBuilder(URI.create("http://bank.test/payments")).build();

    @Test
    void theFunctionReturnsTheResponses() throws Exception {
        MemoryHttpClient client = new MemoryHttpClient(
                request -> new HttpAnswer(201, request.uri().getPath(), Map.of("X-Id", "7")));

        HttpResponse<String> response = client.send(REQUEST, BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(201);
        assertThat(response.body()).isEqualTo("/payments");
        assertThat(response.headers().firstValue("x-id")).contains("7");
        assertThat(new HttpAnswer(201, "", Map.of("X-Id", "7")).header("x-id")).isEqualTo("7");
    }

    @Test
    void itFailsLikeAConnection_andSendsOnTheCallersThreadOnly() {
        MemoryHttpClient client = new MemoryHttpClient(request -> {
            throw new ConnectException("refused");
        });

        assertThatThrownBy(() -> client.send(REQUEST, BodyHandlers.discarding()))
                .isInstanceOf(ConnectException.class);
        assertThatThrownBy(() ->
                        client.sendAsync(REQUEST, BodyHandlers.discarding()).join())
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
