package dev.oncemore.server.door;

import dev.oncemore.server.web.TrustedProxies;
import dev.oncemore.time.Time;
import io.javalin.config.JettyConfig;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Puts the guards in front of a server. */
public final class Door {
    /** The maximum size of a request; sheets are the largest. */
    public static final int BODY_MAX = BodyLimits.UPLOAD_MAX;

    /** Keys of sagas, records and schedules stand in paths, encoded, and may contain each of these. */
    private static final UriCompliance KEYS_IN_PATHS = UriCompliance.RFC3986.with(
            "keys in paths",
            UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR,
            UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING);

    /** A proxy may take a line feed alone for a part of a header's value, and Jetty by default for its end. */
    private static final HttpCompliance WHOLE_LINE_ENDS = HttpCompliance.RFC9110.without(
            "whole line ends",
            HttpCompliance.Violation.LF_HEADER_TERMINATION,
            HttpCompliance.Violation.LF_CHUNK_TERMINATION);

    private static final int FIRST_JDK_WITH_VIRTUAL_THREADS = 21;
    /** A thread for each connection, and some for Jetty: clients that send their bodies slowly must not take them all. */
    private static final int THREADS_MAX = ConnectionLimits.ALL_MAX + 50;

    private static final long IDLE_MILLIS_WHEN_FULL = 2_000;

    /** Silenced: any client can cause their warnings. In a field, because the JDK forgets the level of a collected logger. */
    private static final List<Logger> NOISY = List.of(
            Logger.getLogger("org.eclipse.jetty.http.HttpParser"), Logger.getLogger("org.eclipse.jetty.util.HostPort"));

    private Door() {}

    /** Adds all of them; these proxies are believed about TLS and the client's address. */
    public static void addTo(JettyConfig jetty, TrustedProxies proxies) {
        NOISY.forEach(logger -> logger.setLevel(Level.SEVERE));
        if (Runtime.version().feature() < FIRST_JDK_WITH_VIRTUAL_THREADS) {
            QueuedThreadPool threads = new QueuedThreadPool(THREADS_MAX);
            threads.setName("oncemore-http");
            jetty.threadPool = threads;
        }
        jetty.modifyHttpConfiguration(http -> {
            http.setSendServerVersion(false);
            http.setUriCompliance(KEYS_IN_PATHS);
            http.setHttpCompliance(WHOLE_LINE_ENDS);
        });
        jetty.modifyServer(server -> {
            server.setErrorHandler(new ProblemErrors(proxies));
            NetworkConnectionLimit all = new NetworkConnectionLimit(ConnectionLimits.ALL_MAX, server);
            all.setEndPointIdleTimeout(IDLE_MILLIS_WHEN_FULL);
            server.addBean(all);
            server.addEventListener(new LifeCycle.Listener() {
                @Override
                public void lifeCycleStarting(LifeCycle starting) {
                    guard(server);
                }
            });
        });
        jetty.modifyServletContextHandler(handler -> {
            handler.setErrorHandler(new ProblemErrors(proxies));
            handler.insertHandler(new RequestGuard(BodyBudget.ofHeap(), proxies, new SlowClients(Time.system())));
        });
    }

    private static void guard(Server server) {
        ConnectionLimits limits = new ConnectionLimits(Time.system());
        for (Connector connector : server.getConnectors()) {
            connector.addEventListener(limits);
            if (connector instanceof ServerConnector sockets) {
                HttpConnectionFactory usual = sockets.getConnectionFactory(HttpConnectionFactory.class);
                if (usual != null) {
                    sockets.addConnectionFactory(new StrictHttp(usual.getHttpConfiguration()));
                }
            }
        }
    }
}
