package dev.oncemore.server.browser;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Commands to a browser, their answers, and what the browser tells by itself. */
final class DevTools implements WebSocket.Listener {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final long LIMIT_SECONDS = 60;

    private final AtomicInteger lastId = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final StringBuilder text = new StringBuilder();
    private final WebSocket socket;
    private @Nullable String session;

    DevTools(URI address) {
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(address, this)
                .join();
    }

    void session(String id) {
        session = id;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
        text.append(part);
        if (last) {
            JsonNode message = JSON.readTree(text.toString());
            text.setLength(0);
            CompletableFuture<JsonNode> answer =
                    waiting.remove(message.path("id").asInt(-1));
            if (answer != null) {
                answer.complete(message);
            } else {
                events.add(message.path("method").asString(""));
            }
        }
        from.request(1);
        return null;
    }

    JsonNode send(String method, Map<String, ?> parameters) throws Exception {
        int id = lastId.incrementAndGet();
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("id", id);
        message.put("method", method);
        message.put("params", parameters);
        if (session != null) {
            message.put("sessionId", session);
        }
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        socket.sendText(JSON.writeValueAsString(message), true).join();
        JsonNode got = answer.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (got.has("error")) {
            throw new AssertionError(method + ": " + got.path("error"));
        }
        return got.path("result");
    }

    /** Forgets what was told so far. */
    void forgetEvents() {
        events.clear();
    }

    /** Waits until the browser tells this. */
    void await(String event) throws InterruptedException {
        String told;
        do {
            told = events.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            if (told == null) {
                throw new AssertionError("the browser never told " + event);
            }
        } while (!told.equals(event));
    }

    void close() {
        socket.abort();
    }
}
