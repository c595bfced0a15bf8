package dev.oncemore.http.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.record.RecordState;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request is served once, and its repetitions get its response; or are refused, as the draft says. */
abstract class ReplayContract extends FilterContract {

    @Test
    void aRepetitionGetsTheSameStatusHeadersAndBody_andIsMarked() throws Exception {
        HttpResponse<String> first = order("\"k\"", ORDER);
        HttpResponse<String> second = order("\"k\"", ORDER);
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(isReplay(first)).isFalse();
        assertThat(isReplay(second)).isTrue();
        assertThat(second.statusCode()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body()).isEqualTo("{\"number\":1}");
        for (String header : List.of("location", "content-type")) {
            assertThat(second.headers().allValues(header))
                    .isEqualTo(first.headers().allValues(header))
                    .hasSize(1);
        }
        assertThat(shop.served).hasValue(1);
    }

    @Test
    void withoutAKeyEveryRequestIsServed() throws Exception {
        send(order(ORDER).build());
        send(order(ORDER).build());
        assertThat(shop.served).hasValue(2);
    }

    @Test
    void aGetWithAKeyIsServedAsUsual() throws Exception {
        send(to("/orders")
                .header("Idempotency-Key", "bare, and nobody cares")
                .GET()
                .build());
        assertThat(shop.served).hasValue(1);
    }

    @Test
    void theServletReadsTheBodyThatTheFilterHasRead() throws Exception {
        shop.does((request, response) -> response.getWriter()
                .print(new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8)));
        assertThat(order("\"k\"", ORDER).body()).isEqualTo(ORDER);
    }

    @Test
    void theServletReadsTextAndWritesTextInItsEncoding() throws Exception {
        shop.does((request, response) -> {
            response.setContentType("text/plain;charset=utf-8");
            response.getWriter().print(request.getReader().readLine());
        });
        HttpRequest request = to("/orders")
                .header("Idempotency-Key", "\"k\"")
                .header("Content-Type", "text/plain;charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString("Größe"))
                .build();
        assertThat(send(request).body()).isEqualTo("Größe");
        HttpResponse<String> replay = send(request);
        assertThat(replay.body()).isEqualTo("Größe");
        assertThat(replay.headers().firstValue("content-type").orElseThrow()).containsIgnoringCase("charset=utf-8");
    }

    @Test
    void theParametersOfAFormAndOfTheQueryAreThere() throws Exception {
        shop.does((request, response) -> response.getWriter()
                .print(request.getParameter("name") + " " + String.join(",", request.getParameterValues("n"))));
        HttpRequest form = to("/orders?n=1")
                .header("Idempotency-Key", "\"k\"")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("name=a%26b+c&n=2"))
                .build();
        assertThat(send(form).body()).isEqualTo("a&b c 1,2");
        assertThat(isReplay(send(form))).isTrue();
    }

    private HttpRequest upload(String content) {
        String body = "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n" + content
                + "\r\n--B--\r\n";
        return to("/orders")
                .header("Idempotency-Key", "\"k\"")
                .header("Content-Type", "multipart/form-data; boundary=B")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    @Test
    void thePartsOfAnUploadAreThere_andAreCompared() throws Exception {
        shop.does((request, response) -> response.getWriter()
                .print(new String(request.getPart("file").getInputStream().readAllBytes(), StandardCharsets.UTF_8)));
        assertThat(send(upload("lamp")).body()).isEqualTo("lamp");
        assertThat(isReplay(send(upload("lamp")))).isTrue();
        assertThat(send(upload("desk")).statusCode()).isEqualTo(422);
        assertThat(shop.served).hasValue(1);
    }

    @Test
    void jsonIsComparedByMeaning() throws Exception {
        order("\"k\"", "{\"a\":1,\"b\":2}");
        assertThat(isReplay(order("\"k\"", "{ \"b\": 2.0, \"a\": 1 }"))).isTrue();
    }

    @Test
    void malformedJsonIsForTheServletToJudge() throws Exception {
        assertThat(order("\"k\"", "{").statusCode()).isEqualTo(201);
        assertThat(isReplay(order("\"k\"", "{"))).isTrue();
    }

    @Test
    void anotherBodyUnderTheSameKey_is422_withALinkToAnExplanation() throws Exception {
        order("\"k\"", ORDER);
        HttpResponse<String> other = order("\"k\"", "{\"item\":\"desk\"}");
        assertThat(other.statusCode()).isEqualTo(422);
        assertThat(other.headers().firstValue("content-type").orElseThrow()).startsWith("application/problem+json");
        assertThat(other.body())
                .contains("\"type\":\"https://oncemore.dev/docs/problems#payload-mismatch\"")
                .contains("\"status\":422")
                .contains("\"title\":\"Idempotency-Key was used with another request\"");
        assertThat(other.headers().firstValue("link").orElseThrow())
                .contains("#payload-mismatch>; rel=\"describedby\"");
        assertThat(shop.served).hasValue(1);
    }

    @Test
    void theSameBytesAsAnotherType_are422() throws Exception {
        HttpRequest.Builder form = to("/orders").header("Idempotency-Key", "\"k\"");
        send(form.copy()
                .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString("a=1"))
                .build());
        HttpResponse<String> same = send(form.copy()
                .header("Content-Type", "Application/X-WWW-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("a=1"))
                .build());
        HttpResponse<String> text = send(form.copy()
                .header("Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString("a=1"))
                .build());

        assertThat(isReplay(same)).isTrue();
        assertThat(text.statusCode()).isEqualTo(422);
    }

    @Test
    void anotherQueryUnderTheSameKey_is422() throws Exception {
        send(to("/orders?dry=1")
                .header("Idempotency-Key", "\"k\"")
                .POST(HttpRequest.BodyPublishers.noBody())
                .build());
        HttpResponse<String> other = send(to("/orders?dry=0")
                .header("Idempotency-Key", "\"k\"")
                .POST(HttpRequest.BodyPublishers.noBody())
                .build());
        assertThat(other.statusCode()).isEqualTo(422);
    }

    @Test
    void whileTheFirstRuns_arepetitionIs409_andAnotherBodyIs422() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        shop.does((request, response) -> {
            running.countDown();
            await(mayEnd);
            response.setStatus(201);
        });
        CompletableFuture<HttpResponse<String>> first = sendAsync(keyed("\"k\"", ORDER));
        await(running);
        HttpResponse<String> second = order("\"k\"", ORDER);
        HttpResponse<String> other = order("\"k\"", "{}");
        mayEnd.countDown();
        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(second.headers().firstValue("retry-after")).hasValue("1");
        assertThat(second.body()).contains("#in-progress");
        assertThat(other.statusCode()).isEqualTo(422);
        assertThat(first.join().statusCode()).isEqualTo(201);
        assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(201);
        assertThat(shop.served).hasValue(1);
    }

    @Test
    void aRepetitionMayWaitForTheFirst() throws Exception {
        filteredBy(IdempotencySettings.standard(), engine().waitAtMost(Duration.ofMinutes(1)));
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        shop.does((request, response) -> {
            running.countDown();
            await(mayEnd);
            response.getWriter().print("done");
        });
        CompletableFuture<HttpResponse<String>> first = sendAsync(keyed("\"k\"", ORDER));
        await(running);
        CompletableFuture<HttpResponse<String>> second = sendAsync(keyed("\"k\"", ORDER));
        mayEnd.countDown();
        assertThat(first.join().body()).isEqualTo("done");
        assertThat(second.join().body()).isEqualTo("done");
        assertThat(shop.served).hasValue(1);
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aMissingKeyIs400_whereOneIsRequired() throws Exception {
        filteredBy(IdempotencySettings.standard().requireKey());
        HttpResponse<String> refused = send(order(ORDER).build());
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("#key-missing");
        assertThat(shop.served).hasValue(0);
    }

    @Test
    void aRedirectIsReplayed() throws Exception {
        shop.does((request, response) -> response.sendRedirect("/orders/1"));
        order("\"k\"", ORDER);
        HttpResponse<String> replay = order("\"k\"", ORDER);
        assertThat(replay.statusCode()).isEqualTo(302);
        assertThat(replay.headers().firstValue("location")).hasValue("/orders/1");
        assertThat(shop.served).hasValue(1);
    }

    @Test
    void anErrorIsRenderedByTheContainer_eachTime() throws Exception {
        shop.does((request, response) -> response.sendError(410, "sold out"));
        HttpResponse<String> first = order("\"k\"", ORDER);
        HttpResponse<String> replay = order("\"k\"", ORDER);
        assertThat(first.statusCode()).isEqualTo(410);
        assertThat(first.body()).contains("sold out");
        assertThat(replay.statusCode()).isEqualTo(410);
        assertThat(replay.body()).isEqualTo(first.body());
        assertThat(shop.served).hasValue(1);
    }

    @Test
    void aPolicyThatReleasesServerErrors_releasesExceptionsToo() throws Exception {
        shop.does((request, response) -> {
            throw new IllegalStateException("broken");
        });
        filteredBy(IdempotencySettings.standard().outcomes(OutcomePolicy.releaseServerErrors()));
        assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(500);
        assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(500);
        assertThat(shop.served).hasValue(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 503, 400, 404, 422})
    void whichStatusesAreKept_isAPolicy(int status) throws Exception {
        shop.does((request, response) -> response.setStatus(status));
        assertThat(timesServed(OutcomePolicy.standard())).isEqualTo(status == 503 ? 2 : 1);
        assertThat(timesServed(OutcomePolicy.keepServerErrors())).isEqualTo(1);
        assertThat(timesServed(OutcomePolicy.releaseServerErrors())).isEqualTo(status >= 500 ? 2 : 1);
    }

    private int timesServed(OutcomePolicy policy) throws Exception {
        filteredBy(IdempotencySettings.standard().outcomes(policy));
        AtomicInteger served = shop.served;
        int before = served.get();
        order("\"k\"", ORDER);
        order("\"k\"", ORDER);
        return served.get() - before;
    }

    @Test
    void aLargeRequestIs413_beforeAnythingRuns() throws Exception {
        filteredBy(IdempotencySettings.standard().requestBytesMax(20));
        assertThat(order("\"k\"", "x".repeat(21)).statusCode()).isEqualTo(413);
        HttpRequest chunked = to("/orders")
                .header("Idempotency-Key", "\"k\"")
                .POST(HttpRequest.BodyPublishers.ofInputStream(
                        () -> new java.io.ByteArrayInputStream(new byte[100_000])))
                .build();
        assertThat(send(chunked).statusCode()).isEqualTo(413);
        assertThat(shop.served).hasValue(0);
        assertThat(order("\"k\"", "x".repeat(20)).statusCode()).isEqualTo(201);
    }

    @Test
    void aStoreThatIsAwayIs503_beforeAnythingRuns() throws Exception {
        OnceSettings engine = engine();
        once = dev.oncemore.once.Once.on(new AbsentStore(), engine);
        shop.filteredBy(IdempotencyFilter.on(once));
        HttpResponse<String> refused = order("\"k\"", ORDER);
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("retry-after")).hasValue("1");
        assertThat(refused.body()).contains("#store-unavailable");
        assertThat(shop.served).hasValue(0);
    }

    @Test
    void stripe_takesBareKeys_echoesThem_andHasItsOwnCodes() throws Exception {
        filteredBy(IdempotencySettings.stripeDefaults());
        assertThat(order("KG5LxwFBepaKHyUD", ORDER).headers().firstValue("idempotency-key"))
                .hasValue("KG5LxwFBepaKHyUD");
        assertThat(isReplay(order("KG5LxwFBepaKHyUD", ORDER))).isTrue();
        HttpResponse<String> other = order("KG5LxwFBepaKHyUD", "{}");
        assertThat(other.statusCode()).isEqualTo(400);
        assertThat(other.body()).startsWith("{\"error\":{\"type\":\"idempotency_error\"");
        assertThat(shop.served).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"order 66", "a, b", "\"quoted\"", "back\\slash", "a;v=1", "\"", "it's {}[]<>@:/?=~"})
    void stripe_takesEveryKeyThatStripeTakes_andEchoesItAsSent(String key) throws Exception {
        filteredBy(IdempotencySettings.stripeDefaults());
        assertThat(order(key, ORDER).headers().firstValue("idempotency-key")).hasValue(key);
        HttpResponse<String> replay = order(key, ORDER);
        assertThat(isReplay(replay)).isTrue();
        assertThat(replay.headers().firstValue("idempotency-key")).hasValue(key);
        assertThat(order(key, "{}").headers().firstValue("idempotency-key")).hasValue(key);
        assertThat(shop.served).hasValue(1);
    }

    @Test
    void stripe_quotesBelongToTheKey() throws Exception {
        filteredBy(IdempotencySettings.stripeDefaults());
        order("k", ORDER);
        assertThat(isReplay(order("\"k\"", ORDER))).isFalse();
        assertThat(shop.served).hasValue(2);
    }

    @Test
    void stripe_savesFailures_butNoRefusalOfAMalformedRequest() throws Exception {
        AtomicInteger status = new AtomicInteger();
        shop.does((request, response) -> response.setStatus(status.get()));
        for (int saved : List.of(402, 500, 503)) {
            filteredBy(IdempotencySettings.stripeDefaults());
            status.set(saved);
            order("a", ORDER);
            assertThat(isReplay(order("a", ORDER))).as("%d", saved).isTrue();
        }
        for (int notSaved : List.of(400, 401, 403, 404, 409, 429)) {
            filteredBy(IdempotencySettings.stripeDefaults());
            status.set(notSaved);
            order("a", ORDER);
            assertThat(isReplay(order("a", ORDER))).as("%d", notSaved).isFalse();
        }
    }

    @Test
    void stripe_aKeyInUseIs409() throws Exception {
        filteredBy(IdempotencySettings.stripeDefaults());
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        shop.does((request, response) -> {
            running.countDown();
            await(mayEnd);
        });
        CompletableFuture<HttpResponse<String>> first = sendAsync(keyed("a", ORDER));
        await(running);
        HttpResponse<String> second = order("a", ORDER);
        mayEnd.countDown();
        first.join();
        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(second.body()).contains("\"code\":\"idempotency_key_in_use\"");
    }

    @Test
    void theFilterRegistersItself() throws Exception {
        try (ServletContainer own = start(context -> {
            new Shopfront().install(context);
            IdempotencyFilter.on(once, IdempotencySettings.standard().requireKey())
                    .register(context, "/orders/*");
        })) {
            HttpRequest request = HttpRequest.newBuilder(
                            java.net.URI.create("http://127.0.0.1:" + own.port() + "/orders/x"))
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            assertThat(send(request).statusCode()).isEqualTo(400);
        }
    }

    @Test
    void theOutcomeIsWrittenDownBeforeTheClientHasIt() throws Exception {
        order("\"k\"", ORDER);
        assertThat(ends).containsExactly(RecordState.SUCCEEDED);
    }
}
