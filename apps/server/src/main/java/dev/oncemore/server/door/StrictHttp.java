package dev.oncemore.server.door;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1 whose request line is as RFC 9112 has it: the version in capitals, and no fragment. Jetty takes both, and forgets them; a
 * proxy in front may see another request in them than we do.
 */
final class StrictHttp extends HttpConnectionFactory {
    StrictHttp(HttpConfiguration configuration) {
        super(configuration);
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        HttpConnection connection = new StrictConnection(getHttpConfiguration(), connector, endPoint);
        connection.setTransferEncodingChunkMaxLength(getTransferEncodingChunkMaxLength());
        return configure(connection, connector, endPoint);
    }

    private static final class StrictConnection extends HttpConnection {
        // Set while the superclass is constructed: an initializer would forget it.
        private HttpConnection.@Nullable RequestHandler handler;

        StrictConnection(HttpConfiguration configuration, Connector connector, EndPoint endPoint) {
            super(configuration, connector, endPoint);
        }

        @Override
        protected HttpConnection.RequestHandler newRequestHandler() {
            HttpConnection.RequestHandler made = super.newRequestHandler();
            handler = made;
            return made;
        }

        @Override
        protected HttpParser newHttpParser(HttpCompliance compliance) {
            HttpConnection.RequestHandler made = handler;
            if (made == null) {
                throw new IllegalStateException("Jetty makes the parser before its handler");
            }
            return new StrictParser(made, getHttpConfiguration().getRequestHeaderSize(), compliance);
        }
    }

    /** Looks at each request line before Jetty does, and makes a dubious one unreadable. */
    private static final class StrictParser extends HttpParser {
        private final RequestLine line = new RequestLine();

        StrictParser(HttpParser.RequestHandler handler, int headerBytesMax, HttpCompliance compliance) {
            super(handler, headerBytesMax, compliance);
        }

        @Override
        public boolean parseNext(ByteBuffer buffer) {
            if (getState().compareTo(State.HEADER) < 0 && buffer.hasRemaining()) {
                if (getState() == State.START) {
                    line.start();
                }
                if (!line.isFine(buffer)) {
                    buffer.put(buffer.position(), (byte) 0);
                }
            }
            return super.parseNext(buffer);
        }
    }
}
