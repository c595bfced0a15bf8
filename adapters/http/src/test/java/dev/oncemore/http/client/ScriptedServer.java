package dev.oncemore.http.client;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** A Jetty that gives the answers it was told, in order, then 200 "ok"; and remembers what it was asked. */
final class ScriptedServer implements AutoCloseable {
    record Seen(String method, String path, HttpFields headers, String body) {
        String header(String name) {
            return headers.get(name);
        }
    }

    private record Answer(int status, String body, List<String> headers) {}

    private final Server server = new Server();
    private final ServerConnector connector;
    private final Queue<Answer> answers = new ArrayDeque<>();
    private final List<Seen> seen = new CopyOnWriteArrayList<>();

    ScriptedServer() throws Exception {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendDateHeader(false);
        connector = new ServerConnector(
                server, new HttpConnectionFactory(configuration), new HTTP2CServerConnectionFactory(configuration));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                String body = Content.Source.asString(request, StandardCharsets.UTF_8);
                seen.add(new Seen(request.getMethod(), Request.getPathInContext(request), request.getHeaders(), body));
                if (request.getHeaders().contains("X-Push-Me")) {
                    request.push(new MetaData.Request(
                            "GET",
                            HttpURI.build(request.getHttpURI()).path("/pushed").asImmutable(),
                            HttpVersion.HTTP_2,
                            HttpFields.EMPTY));
                }
                give(next(), response, callback);
                return true;
            }
        });
        server.start();
    }

    private synchronized Answer next() {
        Answer planned = answers.poll();
        return planned == null ? new Answer(200, "ok", List.of()) : planned;
    }

    private static void give(Answer answer, Response response, Callback callback) {
        response.setStatus(answer.status);
        for (int i = 0; i < answer.headers.size(); i += 2) {
            response.getHeaders().add(answer.headers.get(i), answer.headers.get(i + 1));
        }
        byte[] bytes = answer.body.getBytes(StandardCharsets.UTF_8);
        response.getHeaders().put("Content-Length", bytes.length);
        Content.Sink.write(response, true, answer.body, callback);
    }

    /** The next request without an answer gets this one; headers are names and values in turns. */
    synchronized ScriptedServer answer(int status, String body, String... headers) {
        answers.add(new Answer(status, body, List.of(headers)));
        return this;
    }

    int port() {
        return connector.getLocalPort();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    List<Seen> seen() {
        return new ArrayList<>(seen);
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("Jetty does not stop", e);
        }
    }
}
