package dev.oncemore.examples.run;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An HTTP server on this machine: another company in the examples. */
public final class LocalServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private LocalServer(HttpServer server) {
        this.server = server;
    }

    /** Starts a server on a free port. */
    public static LocalServer start(Handler handler) throws IOException {
        LocalServer local =
                new LocalServer(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
        local.server.createContext("/", exchange -> answer(exchange, handler));
        local.server.setExecutor(local.threads);
        local.server.start();
        return local;
    }

    private static void answer(HttpExchange exchange, Handler handler) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Reply reply = handler.handle(new Request(
                    exchange.getRequestMethod(),
                    name -> exchange.getRequestHeaders().getFirst(name),
                    body));
            byte[] text = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.status(), text.length == 0 ? -1 : text.length);
            exchange.getResponseBody().write(text);
        }
    }

    /** Its port. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** Its address. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + port() + "/");
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    /** Answers requests. */
    @FunctionalInterface
    public interface Handler {
        /** The reply to this request. */
        Reply handle(Request request);
    }

    /**
     * A request.
     *
     * @param method its method
     * @param header its headers by name
     * @param body its body
     */
    @SuppressWarnings("ArrayRecordComponent") // only read
    public record Request(String method, Function<String, @Nullable String> header, byte[] body) {}

    /**
     * A reply.
     *
     * @param status its status
     * @param body its body, or nothing
     */
    public record Reply(int status, String body) {}
}
