package dev.oncemore.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.http.RetryHeaders;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.retry.policy.RetryPolicy;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a listener learns of a request: its operation, its key as the server spells it, and that it is HTTP. */
class ClientLabelsTest {
    private final List<String> heard = new ArrayList<>();
    private Faulty bank;

    @BeforeEach
    void start() throws Exception {
        bank = new Faulty();
    }

    @AfterEach
    void stop() {
        bank.close();
    }

    private final RetryListener listener = new RetryListener() {
        @Override
        public void on(RetryEvent event) {}

        @Override
        public RetryListener forCall(RetryPolicy policy, String operation, String key) {
            heard.add(operation + " " + key);
            return this;
        }
    };

    @Test
    void theKeyIsSpelledAsTheServerRecordsIt_withoutTheQuotesOfTheHeader() throws Exception {
        bank.server.answer(503, "");
        bank.server.answer(201, "");
        RetryingHttpClient client =
                bank.builder(Faulty.policy().build()).listener(listener).build();
        client.send(bank.postWithKey(), BodyHandlers.ofString());

        assertThat(heard).containsExactly("default inv-001");
    }

    @Test
    void anOperationOfTheClientLabelsItsRequests() throws Exception {
        bank.server.answer(503, "");
        bank.server.answer(200, "");
        RetryingHttpClient client =
                bank.builder(Faulty.policy().build()).listener(listener).build();
        client.operation("balance").send(bank.get(), BodyHandlers.ofString());

        assertThat(heard).containsExactly("balance null");
    }

    @Test
    void aListenerForHttpIsAskedForTheOneOfClients() throws Exception {
        bank.server.answer(503, "");
        bank.server.answer(200, "");
        HttpRetryListener http = new HttpRetryListener() {
            @Override
            public void on(RetryEvent event) {
                heard.add("not this one");
            }

            @Override
            public RetryListener forHttp() {
                return listener;
            }
        };
        bank.builder(Faulty.policy().build()).listener(http).build().send(bank.get(), BodyHandlers.ofString());

        assertThat(heard).containsExactly("default null");
    }

    @Test
    void aKeyIsReadFromItsHeader_howeverItIsWritten() {
        for (String key : List.of("inv-001", "a \"quoted\" one", "back\\slash", "a,b;c")) {
            assertThat(RetryHeaders.keyIn(RetryHeaders.key(key))).isEqualTo(key);
        }
        for (String bare : List.of("inv-001", "\"", "\"\"", "\" \"", "\"open", "\"a\"b\"", "\"a\\\"", "")) {
            assertThat(RetryHeaders.keyIn(bare)).isEqualTo(bare);
        }
        assertThat(RetryHeaders.keyIn(" inv-001 ")).isEqualTo("inv-001");
    }
}
