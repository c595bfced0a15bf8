package dev.oncemore.http.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.once.Once;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.testkit.net.FaultProxy;
import dev.oncemore.testkit.net.NetworkFault;
import dev.oncemore.testkit.net.Strike;
import dev.oncemore.time.VirtualTime;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that hang up, bodies that are large, broken off or streamed, and work that goes on after the servlet has returned. */
abstract class HardCasesContract extends FilterContract {
    /** Jetty forgets a limit that runs out before the servlet has returned, so it is not as short as it could be. */
    private static final long TIMEOUT_MILLIS = 1_000;

    private Socket post(String key, String body) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), container.port());
        socket.getOutputStream()
                .write(("POST /orders HTTP/1.1\r\nHost: shop\r\nX-User: ann\r\nIdempotency-Key: " + key
                                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                                + body)
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static void hangUp(Socket socket) throws IOException {
        // A reset, so that the server notices it: pending data is discarded.
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "text/event-stream"})
    void theClientHangsUp_theOwnerFinishesAndRecords(String type) throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        String piece = "x".repeat(10_000);
        shop.does((request, response) -> {
            running.countDown();
            ReplayContract.await(gone);
            response.setContentType(type);
            for (int i = 0; i < 40; i++) {
                response.getWriter().print(piece);
                response.flushBuffer();
            }
            response.getWriter().print("end");
        });
        Socket socket = post("\"k\"", ORDER);
        running.await();
        hangUp(socket);
        gone.countDown();
        assertThat(awaitEnd()).isEqualTo(RecordState.SUCCEEDED);
        HttpResponse<String> retry = order("\"k\"", ORDER);
        assertThat(isReplay(retry)).isTrue();
        assertThat(retry.body()).hasSize(400_003).endsWith("end");
        assertThat(shop.served).hasValue(1);
    }

    @Test
    void theReplyIsLost_theRetryGetsIt() throws Exception {
        try (FaultProxy proxy = FaultProxy.to(container.port())) {
            Strike lost = proxy.next(NetworkFault.dropReply());
            HttpRequest request = HttpRequest.newBuilder(
                            java.net.URI.create("http://127.0.0.1:" + proxy.port() + "/orders"))
                    .header("X-User", "ann")
                    .header("Idempotency-Key", "\"k\"")
                    .POST(HttpRequest.BodyPublishers.ofString(ORDER))
                    .build();
            assertThatThrownBy(() -> send(request)).isInstanceOf(IOException.class);
            lost.await();
            HttpResponse<String> retry = send(request);
            assertThat(retry.statusCode()).isEqualTo(201);
            assertThat(isReplay(retry)).isTrue();
            assertThat(shop.served).hasValue(1);
        }
    }

    @Test
    void aRequestThatNeverArrivedWhole_claimsNothing() throws Exception {
        try (Socket half = new Socket(InetAddress.getLoopbackAddress(), container.port())) {
            half.getOutputStream()
                    .write(
                            "POST /orders HTTP/1.1\r\nHost: s\r\nX-User: ann\r\nIdempotency-Key: \"h\"\r\nContent-Length: 9\r\n\r\n{"
                                    .getBytes(StandardCharsets.US_ASCII));
            hangUp(half);
        }
        assertThat(order("\"h\"", ORDER).statusCode()).isEqualTo(201);
    }

    @Test
    void aResponseOverTheLimit_isATombstone_andNeverASecondRun() throws Exception {
        filteredBy(IdempotencySettings.standard().responseBytesMax(1_000));
        shop.does((request, response) -> {
            response.setStatus(201);
            response.setHeader("Location", "/orders/7");
            response.setContentType("text/plain");
            for (int i = 0; i < 100; i++) {
                response.getWriter().print("0123456789".repeat(10));
            }
        });
        assertThat(order("\"k\"", ORDER).body()).hasSize(10_000);
        HttpResponse<String> second = order("\"k\"", ORDER);
        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(second.body()).contains("#response-not-kept").contains("\"originalStatus\":201");
        assertThat(isReplay(second))
                .as("the 409 is not what the first request was answered")
                .isFalse();
        assertThat(second.headers().firstValue("location")).hasValue("/orders/7");
        assertThat(shop.served).hasValue(1);
        assertThat(awaitEnd()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void aResponseOfExactlyTheLimit_isKept() throws Exception {
        filteredBy(IdempotencySettings.standard().responseBytesMax(1_000));
        shop.does((request, response) -> response.getOutputStream().write(new byte[1_000]));
        order("\"k\"", ORDER);
        assertThat(order("\"k\"", ORDER).body()).hasSize(1_000);
    }

    @Test
    void aResponseThatIsShorterThanAnnounced_isUnknown_andNeverTheAnswer() throws Exception {
        shop.does((request, response) -> {
            response.setContentLength(100);
            response.getOutputStream().print("half");
        });
        Socket socket = post("\"k\"", ORDER);
        assertThat(awaitEnd()).isEqualTo(RecordState.UNKNOWN);
        hangUp(socket);
        assertUnknown();
    }

    @Test
    void aResponseThatBreaksOffWithAnException_isUnknown() throws Exception {
        shop.does((request, response) -> {
            response.setContentType("text/event-stream");
            response.getWriter().print("data: 1\n\n");
            response.flushBuffer();
            throw new IllegalStateException("upstream went away");
        });
        Socket socket = post("\"k\"", ORDER);
        assertThat(awaitEnd()).isEqualTo(RecordState.UNKNOWN);
        hangUp(socket);
        assertUnknown();
    }

    @Test
    void anUpstreamThatTimedOut_isUnknown() throws Exception {
        shop.does((request, response) -> response.setStatus(504));
        assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(504);
        assertUnknown();
    }

    private void assertUnknown() throws Exception {
        HttpResponse<String> second = order("\"k\"", ORDER);
        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(second.body()).contains("#outcome-unknown").doesNotContain("upstream went away");
        assertThat(shop.served).hasValue(1);
    }

    @Test
    void anOwnerThatLostItsClaimMeanwhile_isToldToAskAgain_andTheNewOwnersOutcomeStands() throws Exception {
        VirtualTime leases = new VirtualTime();
        once = Once.on(
                new InMemoryRecordStore(leases, InstantSource.fixed(Instant.EPOCH), 100),
                engine().whenUnknown(WhenUnknown.RUN_AGAIN));
        shop.filteredBy(IdempotencyFilter.on(once));
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        shop.does((request, response) -> {
            int turn = shop.served.get();
            if (turn == 1) {
                running.countDown();
                ReplayContract.await(mayEnd);
            }
            response.setHeader("Location", "/orders/" + turn);
            response.getWriter().print("served by " + turn);
        });
        CompletableFuture<HttpResponse<String>> first = sendAsync(keyed("\"k\"", ORDER));
        running.await();
        leases.advance(Duration.ofSeconds(31));
        assertThat(order("\"k\"", ORDER).body()).isEqualTo("served by 2");
        mayEnd.countDown();
        assertThat(first.get().statusCode()).isEqualTo(409);
        assertThat(first.get().body()).contains("#in-progress").doesNotContain("served by");
        assertThat(first.get().headers().firstValue("location")).isEmpty();
        assertThat(first.get().headers().firstValue("retry-after")).hasValue("1");
        assertThat(order("\"k\"", ORDER).body()).isEqualTo("served by 2");
    }

    @Test
    void aStreamArrivesAsItIsFlushed_andIsReplayedAsAWhole() throws Exception {
        CountDownLatch firstSeen = new CountDownLatch(1);
        shop.does((request, response) -> {
            response.setContentType("text/event-stream");
            response.getWriter().print("data: 1\n\n");
            response.flushBuffer();
            ReplayContract.await(firstSeen);
            response.getWriter().print("data: 2\n\n");
        });
        HttpResponse<java.io.InputStream> streamed =
                client.send(keyed("\"k\"", ORDER), HttpResponse.BodyHandlers.ofInputStream());
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(streamed.body(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isEqualTo("data: 1");
            firstSeen.countDown();
            assertThat(lines.lines()).contains("data: 2");
        }
        HttpResponse<String> replay = order("\"k\"", ORDER);
        assertThat(replay.body()).isEqualTo("data: 1\n\ndata: 2\n\n");
        assertThat(isReplay(replay)).isTrue();
    }

    @Test
    void async_completedOnAnotherThread_isRecordedBeforeItIsSent() throws Exception {
        CompletableFuture<AsyncContext> started = new CompletableFuture<>();
        shop.does((request, response) -> {
            AsyncContext context = request.startAsync();
            context.setTimeout(0);
            started.complete(context);
        });
        CompletableFuture<HttpResponse<String>> first = sendAsync(keyed("\"k\"", ORDER));
        AsyncContext context = started.get();
        assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(409);
        context.getResponse().getWriter().print("later");
        assertThat(ends).isEmpty();
        context.complete();
        assertThat(first.get().body()).isEqualTo("later");
        assertThat(ends).containsExactly(RecordState.SUCCEEDED);
        assertThat(order("\"k\"", ORDER).body()).isEqualTo("later");
        assertThat(shop.served).hasValue(1);
    }

    @Test
    void async_completedBeforeTheServletReturns() throws Exception {
        shop.does((request, response) -> {
            AsyncContext context = request.startAsync(request, response);
            response.getWriter().print("at once");
            context.complete();
        });
        assertThat(order("\"k\"", ORDER).body()).isEqualTo("at once");
        assertThat(order("\"k\"", ORDER).body()).isEqualTo("at once");
        assertThat(shop.served).hasValue(1);
    }

    @Test
    void async_dispatchedBackToTheServlet() throws Exception {
        shop.does((request, response) -> {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                response.setStatus(201);
                response.getWriter().print("dispatched");
            } else {
                request.startAsync().dispatch();
            }
        });
        HttpResponse<String> first = order("\"k\"", ORDER);
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.body()).isEqualTo("dispatched");
        HttpResponse<String> replay = order("\"k\"", ORDER);
        assertThat(isReplay(replay)).isTrue();
        assertThat(replay.body()).isEqualTo("dispatched");
        assertThat(shop.served).hasValue(1);
    }

    @Test
    void async_anExceptionAfterTheDispatch_isUnknownLikeAnyOther() throws Exception {
        shop.does((request, response) -> {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                throw new IllegalStateException("broken");
            }
            request.startAsync().dispatch();
        });
        assertThat(order("\"k\"", ORDER).statusCode()).isEqualTo(500);
        assertThat(awaitEnd()).isEqualTo(RecordState.UNKNOWN);
        assertUnknown();
    }

    @Test
    void asyncWorkThatTimesOut_isUnknown() throws Exception {
        shop.does((request, response) -> {
            request.startAsync().setTimeout(TIMEOUT_MILLIS);
        });
        assertThat(order("\"k\"", ORDER).statusCode()).isGreaterThanOrEqualTo(500);
        assertThat(awaitEnd()).isEqualTo(RecordState.UNKNOWN);
        assertUnknown();
    }

    @Test
    void asyncWorkThatTimesOut_isUnknown_whateverAListenerResponds() throws Exception {
        shop.does((request, response) -> {
            AsyncContext context = request.startAsync();
            context.setTimeout(TIMEOUT_MILLIS);
            context.addListener(new AnswersTimeouts());
        });
        HttpResponse<String> first = order("\"k\"", ORDER);
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body()).isEqualTo("sorry");
        assertThat(awaitEnd()).isEqualTo(RecordState.UNKNOWN);
        assertUnknown();
    }

    private static final class AnswersTimeouts implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {}

        @Override
        public void onTimeout(AsyncEvent event) throws IOException {
            event.getAsyncContext().getResponse().getWriter().print("sorry");
            event.getAsyncContext().complete();
        }

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    @Test
    void asyncWork_theClientHangsUp_theOwnerFinishesAndRecords() throws Exception {
        CompletableFuture<AsyncContext> started = new CompletableFuture<>();
        shop.does((request, response) -> {
            AsyncContext context = request.startAsync();
            context.setTimeout(0);
            started.complete(context);
        });
        Socket socket = post("\"k\"", ORDER);
        AsyncContext context = started.get();
        hangUp(socket);
        context.getResponse().getWriter().print("done all the same");
        context.complete();
        assertThat(awaitEnd()).isEqualTo(RecordState.SUCCEEDED);
        assertThat(order("\"k\"", ORDER).body()).isEqualTo("done all the same");
        assertThat(shop.served).hasValue(1);
    }

    @Test
    void asyncWorkOverHttp2_theClientResetsTheStream_theOwnerFinishesAndRecords() throws Exception {
        HttpClient http2 =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        // The first request upgrades the connection, and the second one is a stream from its start.
        assertThat(http2.send(to("/").build(), HttpResponse.BodyHandlers.ofString())
                        .version())
                .isEqualTo(HttpClient.Version.HTTP_2);
        CompletableFuture<AsyncContext> started = new CompletableFuture<>();
        CompletableFuture<Boolean> reset = new CompletableFuture<>();
        shop.does((request, response) -> {
            AsyncContext context = request.startAsync();
            context.setTimeout(0);
            context.addListener(new HearsOfErrors(reset));
            response.setHeader("Location", "/orders/7");
            started.complete(context);
        });
        CompletableFuture<HttpResponse<String>> first =
                http2.sendAsync(keyedTo("/reset"), HttpResponse.BodyHandlers.ofString());
        AsyncContext context = started.get();
        awaitWaiting("/reset");
        assertThat(first.cancel(true)).isTrue();
        awaitReset(reset);

        HttpServletResponse response = (HttpServletResponse) context.getResponse();
        response.setStatus(201);
        response.setContentType("text/plain");
        response.getWriter().print("done all the same");
        context.complete();

        assertThat(awaitEnd()).isEqualTo(RecordState.SUCCEEDED);
        HttpResponse<String> retry = send(keyedTo("/reset"));
        assertThat(retry.statusCode()).isEqualTo(201);
        assertThat(retry.headers().firstValue("location")).hasValue("/orders/7");
        assertThat(retry.body()).isEqualTo("done all the same");
        assertThat(shop.served).hasValue(1);
    }

    /** Tomcat sets the response that it was given to 500 in this case. */
    @Test
    void asyncWorkOverHttp2_theConnectionBreaks_theStatusOfTheWorkIsRecorded() throws Exception {
        CompletableFuture<AsyncContext> started = new CompletableFuture<>();
        CompletableFuture<Boolean> reset = new CompletableFuture<>();
        try (FaultProxy proxy = FaultProxy.to(container.port())) {
            HttpClient http2 =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
            java.net.URI proxied = java.net.URI.create("http://127.0.0.1:" + proxy.port() + "/broken");
            http2.send(HttpRequest.newBuilder(proxied).build(), HttpResponse.BodyHandlers.ofString());
            shop.does((request, response) -> {
                response.setStatus(201);
                AsyncContext context = request.startAsync();
                context.setTimeout(0);
                context.addListener(new HearsOfErrors(reset));
                started.complete(context);
            });
            HttpRequest request = HttpRequest.newBuilder(keyedTo("/broken"), (name, value) -> true)
                    .uri(proxied)
                    .build();
            CompletableFuture<HttpResponse<String>> first =
                    http2.sendAsync(request, HttpResponse.BodyHandlers.ofString());
            AsyncContext context = started.get();
            awaitWaiting("/broken");
            proxy.cutAll();
            assertThat(reset.get()).isTrue();
            assertThatThrownBy(first::get).hasCauseInstanceOf(IOException.class);

            context.getResponse().getWriter().print("done all the same");
            context.complete();

            assertThat(awaitEnd()).isEqualTo(RecordState.SUCCEEDED);
        }
        HttpResponse<String> retry = send(keyedTo("/broken"));
        assertThat(retry.statusCode()).isEqualTo(201);
        assertThat(retry.body()).isEqualTo("done all the same");
        assertThat(isReplay(retry)).isTrue();
    }

    @Test
    void asyncWorkThatAListenerGivesUpWhenTheClientIsGone_isUnknown() throws Exception {
        HttpClient http2 =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        http2.send(to("/").build(), HttpResponse.BodyHandlers.ofString());
        CountDownLatch started = new CountDownLatch(1);
        shop.does((request, response) -> {
            AsyncContext context = request.startAsync();
            context.setTimeout(TIMEOUT_MILLIS);
            context.addListener(new GivesUp(context));
            started.countDown();
        });
        CompletableFuture<HttpResponse<String>> first =
                http2.sendAsync(keyedTo("/given-up"), HttpResponse.BodyHandlers.ofString());
        started.await();
        awaitWaiting("/given-up");
        first.cancel(true);

        assertThat(awaitEnd()).isEqualTo(RecordState.UNKNOWN);
        HttpResponse<String> retry = send(keyedTo("/given-up"));
        assertThat(retry.body()).contains("#outcome-unknown");
        assertThat(shop.served).hasValue(1);
    }

    private HttpRequest keyedTo(String path) {
        return to(path).header("Idempotency-Key", "\"k\"")
                .POST(HttpRequest.BodyPublishers.ofString(ORDER))
                .build();
    }

    /** Returns when the request's thread has left it, so that the container notices what happens to the client. */
    abstract void awaitWaiting(String path) throws Exception;

    private record GivesUp(AsyncContext context) implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {}

        @Override
        public void onTimeout(AsyncEvent event) {
            context.complete();
        }

        @Override
        public void onError(AsyncEvent event) {
            context.complete();
        }

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    /** Returns when the container has given the request up; one that notices nothing before it writes has nothing to wait for. */
    abstract void awaitReset(CompletableFuture<Boolean> givenUp) throws Exception;

    private static final class HearsOfErrors implements AsyncListener {
        private final CompletableFuture<Boolean> givenUp;

        HearsOfErrors(CompletableFuture<Boolean> givenUp) {
            this.givenUp = givenUp;
        }

        @Override
        public void onComplete(AsyncEvent event) {
            givenUp.complete(true);
        }

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    @Test
    void aForwardedRequest_isAnsweredByWhomItWasForwardedTo_andIsReplayed() throws Exception {
        shop.does((request, response) -> {
            if (request.getDispatcherType() == DispatcherType.FORWARD) {
                response.setStatus(201);
                response.getWriter().print("by another");
            } else {
                request.getRequestDispatcher("/elsewhere").forward(request, response);
            }
        });

        assertThat(order("\"k\"", ORDER).body()).isEqualTo("by another");
        HttpResponse<String> replay = order("\"k\"", ORDER);
        assertThat(replay.body()).isEqualTo("by another");
        assertThat(isReplay(replay)).isTrue();
    }

    @Test
    void async_dispatchedToAPathThatHasNoKeys_isAnsweredAndReplayed() throws Exception {
        try (ServletContainer registered = start(context -> {
            shop.install(context);
            shop.filteredBy((request, response, chain) -> chain.doFilter(request, response));
            IdempotencyFilter.on(once).register(context, "/orders/*");
        })) {
            shop.does((request, response) -> {
                if (request.getDispatcherType() == DispatcherType.ASYNC) {
                    response.getWriter().print("elsewhere");
                } else {
                    request.startAsync().dispatch("/elsewhere");
                }
            });
            HttpRequest request = HttpRequest.newBuilder(
                            java.net.URI.create("http://127.0.0.1:" + registered.port() + "/orders"))
                    .header("X-User", "ann")
                    .header("Idempotency-Key", "\"k\"")
                    .POST(HttpRequest.BodyPublishers.ofString(ORDER))
                    .build();

            assertThat(send(request).body()).isEqualTo("elsewhere");
            assertThat(awaitEnd()).isEqualTo(RecordState.SUCCEEDED);
            assertThat(send(request).body()).isEqualTo("elsewhere");
            assertThat(shop.served).hasValue(1);
        }
    }

    @Test
    void whatIsTakenBack_doesNotReachTheClient_thoughItWasOverTheLimit() throws Exception {
        filteredBy(IdempotencySettings.standard().responseBytesMax(10));
        shop.does((request, response) -> {
            response.getOutputStream().print("far more than ten bytes");
            response.resetBuffer();
            response.getOutputStream().print("short");
        });

        assertThat(order("\"k\"", ORDER).body()).isEqualTo("short");
        assertThat(order("\"k\"", ORDER).body()).isEqualTo("short");
    }

    @Test
    void async_aPolicyThatThrows_keepsNoClientWaiting() throws Exception {
        filteredBy(IdempotencySettings.standard().outcomes(status -> {
            throw new IllegalStateException("a bug");
        }));
        shop.does((request, response) -> {
            AsyncContext context = request.startAsync();
            context.setTimeout(0);
            response.getWriter().print("done");
            context.start(context::complete);
        });

        assertThat(order("\"k\"", ORDER).body()).isEqualTo("done");
        assertThat(awaitEnd()).isEqualTo(RecordState.UNKNOWN);
    }
}
