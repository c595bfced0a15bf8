package dev.oncemore.torture.compose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.http.RetryHeaders;
import dev.oncemore.http.serve.Caller;
import dev.oncemore.http.serve.IdempotencyFilter;
import dev.oncemore.http.serve.IdempotencySettings;
import dev.oncemore.once.Once;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.testkit.net.HttpAnswer;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** One request that is sent twice without faults, to check what the filter replays and does not keep. */
public final class ServedTwice {
    private final IdempotencyFilter filter = IdempotencyFilter.on(
            Once.on(new InMemoryRecordStore()),
            IdempotencySettings.standard().callers(request -> Optional.of(Caller.of(request.getHeader("Tenant")))));
    private int runs;

    private HttpAnswer send(String tenant, int status) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://bank/payments"))
                .header(RetryHeaders.IDEMPOTENCY_KEY, "\"inv-001\"")
                .header("Tenant", tenant)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        MemoryResponse response = new MemoryResponse();
        filter.doFilter(MemoryRequest.of(request), response.facade(), (passed, answer) -> {
            runs++;
            HttpServletResponse servlets = (HttpServletResponse) answer;
            servlets.setStatus(status);
            servlets.getOutputStream().write(("run " + runs).getBytes(StandardCharsets.US_ASCII));
        });
        return response.answer();
    }

    @Test
    void theFirstAnswerIsReplayed_withItsStatus() throws Exception {
        HttpAnswer first = send("acme", 201);
        HttpAnswer second = send("acme", 500);

        assertThat(second.status()).isEqualTo(first.status());
        assertThat(second.body()).isEqualTo("run 1");
        assertThat(runs).isEqualTo(1);
    }

    @Test
    void aRefusalOfTheCallerIsNotKept() throws Exception {
        assertThat(send("acme", 403).status()).isEqualTo(403);

        assertThat(send("acme", 201).status()).isEqualTo(201);
    }

    @Test
    void theKeyOfAnotherTenantIsAnotherKey() throws Exception {
        send("acme", 201);

        assertThat(send("bolt", 201).body()).isEqualTo("run 2");
    }
}
