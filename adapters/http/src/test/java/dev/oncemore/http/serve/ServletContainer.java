package dev.oncemore.http.serve;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** A real container on a free port of loopback. */
interface ServletContainer extends AutoCloseable {
    int port();

    @Override
    void close() throws IOException;

    static ServletContainer jetty(Consumer<ServletContext> application) throws Exception {
        return jetty(application, path -> {});
    }

    /** Tells the path of each request when its thread has left it, done or waiting for asynchronous work. */
    static ServletContainer jetty(Consumer<ServletContext> application, Consumer<String> left) throws Exception {
        Server server = new Server();
        ServerConnector connector = new ServerConnector(
                server,
                new HttpConnectionFactory(new HttpConfiguration()),
                new HTTP2CServerConnectionFactory(new HttpConfiguration()));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler handler = new ServletContextHandler();
        handler.addServletContainerInitializer((classes, context) -> application.accept(context));
        server.setHandler(new Handler.Wrapper(handler) {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                String path = request.getHttpURI().getPath();
                boolean handled = super.handle(request, response, callback);
                left.accept(path);
                return handled;
            }
        });
        server.start();
        return new ServletContainer() {
            @Override
            public int port() {
                return connector.getLocalPort();
            }

            @Override
            public void close() throws IOException {
                try {
                    server.stop();
                } catch (Exception e) {
                    throw new IOException("the container did not stop", e);
                }
            }
        };
    }

    static ServletContainer tomcat(Consumer<ServletContext> application) throws Exception {
        Path base = Files.createTempDirectory("tomcat");
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(base.toString());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.getConnector().addUpgradeProtocol(new Http2Protocol());
        Context context = tomcat.addContext("", base.toString());
        context.addServletContainerInitializer((classes, servletContext) -> application.accept(servletContext), null);
        tomcat.start();
        return new ServletContainer() {
            @Override
            public int port() {
                return tomcat.getConnector().getLocalPort();
            }

            @Override
            public void close() throws IOException {
                try {
                    tomcat.stop();
                    tomcat.destroy();
                } catch (LifecycleException e) {
                    throw new IOException("the container did not stop", e);
                }
                try (Stream<Path> files = Files.walk(base)) {
                    for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(file);
                    }
                }
            }
        };
    }
}
