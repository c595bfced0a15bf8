package dev.oncemore.torture.compose;

import dev.oncemore.http.RetryHeaders;
import dev.oncemore.http.client.RetryingHttpClient;
import dev.oncemore.testkit.net.HttpAnswer;
import dev.oncemore.testkit.net.MemoryHttpClient;
import dev.oncemore.torture.compose.Call.Request;
import dev.oncemore.torture.compose.Spec.Wire;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** A retrying client, the network, and a server with the layers below. The server keeps working when its client is gone. */
final class HttpLayer implements Step {
    private final World world;
    private final Layer.Http layer;
    private final MemoryServer server;
    private final URI address;

    HttpLayer(World world, Composer composer, Layer.Http layer, int place, Step inner) {
        this.world = world;
        this.layer = layer;
        address = URI.create("http://bank.test" + Keys.path(place));
        server = new MemoryServer(world, composer, layer, place, inner);
    }

    @Override
    public String run(Call call) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(address).POST(BodyPublishers.noBody());
        if (layer.keyed()) {
            String key = call.bankKey() == null ? Keys.BUSINESS_KEY : call.bankKey();
            request.header(RetryHeaders.IDEMPOTENCY_KEY, RetryHeaders.key(key));
        }
        RetryingHttpClient client = RetryingHttpClient.builder(
                        new MemoryHttpClient(sent -> exchange(call, sent)), Policies.of(layer))
                .time(world.time)
                .random(world.random)
                .wallClock(() -> Instant.ofEpochMilli(world.time.nanoTime() / 1_000_000))
                .build();
        HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
        if (response.statusCode() < 300) {
            return response.body();
        }
        throw new StatusException(response.statusCode());
    }

    /** One request and its response, unless the network loses one of them. */
    private HttpAnswer exchange(Call call, HttpRequest sent) throws IOException, InterruptedException {
        Wire wire = world.nextWire();
        if (wire != Wire.FINE) {
            world.landed(wire);
            world.trace.add(call.visit().number, "the wire", wire);
        }
        switch (wire) {
            case REFUSES -> throw new ConnectException("refused");
            case LOSES_REQUEST -> throw new IOException("connection reset");
            case PROXY_SAYS_401 -> {
                return HttpAnswer.of(401);
            }
            case PROXY_SAYS_403 -> {
                return HttpAnswer.of(403);
            }
            case PROXY_SAYS_404 -> {
                return HttpAnswer.of(404);
            }
            case PROXY_SAYS_503 -> {
                return HttpAnswer.of(503);
            }
            default -> {}
        }
        HttpAnswer answer = served(call, sent);
        if (wire == Wire.LOSES_REPLY) {
            throw new IOException("connection reset");
        }
        return wire == Wire.PROXY_SAYS_504 ? HttpAnswer.of(504) : answer;
    }

    /** The server's response, computed on another thread. */
    private HttpAnswer served(Call call, HttpRequest sent) throws IOException, InterruptedException {
        Request request = new Request(call.request());
        CompletableFuture<HttpAnswer> answer = new CompletableFuture<>();
        world.time.spawn(() -> {
            try {
                answer.complete(server.serve(call, request, sent));
            } catch (Throwable e) {
                answer.completeExceptionally(e);
            }
        });
        try {
            world.time.await(answer);
        } catch (InterruptedException e) {
            request.abandoned = true;
            throw e;
        }
        if (answer.isCompletedExceptionally()) {
            throw new IOException("connection reset");
        }
        return answer.join();
    }
}
