package dev.oncemore.bench.http;

import com.sun.net.httpserver.HttpServer;
import dev.oncemore.bench.measure.MeasuringException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The JDK's HTTP server on loopback, which answers everything with a short document. */
final class LocalServer implements AutoCloseable {
    private static final byte[] ANSWER = "{\"balance\":12345,\"currency\":\"JPY\"}".getBytes(StandardCharsets.US_ASCII);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    LocalServer() {
        // Otherwise it waits 40 ms for the client's acknowledgement between the head and the body of a response.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new MeasuringException("no server on loopback: " + e, e);
        }
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, ANSWER.length);
            exchange.getResponseBody().write(ANSWER);
            exchange.close();
        });
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/balance");
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
