package dev.oncemore.http.webhook;

import dev.oncemore.time.Time;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * One POST to an already resolved address, which the JDK's client does not support. It requests
 * {@code Connection: close}, reads the head of the reply up to a bound but never its body, and follows no redirects. A
 * single time limit covers all of it.
 */
final class Post {
    private static final int HEAD_BYTES_MAX = 16_384;

    private final Time time;
    private final Duration limit;
    private final SSLSocketFactory tls;

    Post(Time time, Duration limit, SSLSocketFactory tls) {
        this.time = time;
        this.limit = limit;
        this.tls = tls;
    }

    /**
     * The server's reply.
     *
     * @param status the status code
     * @param retryAfter the values of the {@code Retry-After} header
     */
    record Reply(int status, List<String> retryAfter) {}

    Reply send(URI target, InetAddress address, Map<String, String> headers, byte[] body) throws IOException {
        URI uri = URI.create(target.toASCIIString());
        boolean secure = uri.getScheme().equalsIgnoreCase("https");
        int port = uri.getPort() > 0 ? uri.getPort() : secure ? 443 : 80;
        try (Socket socket = new Socket()) {
            long startNanos = time.nanoTime();
            // Closing the socket ends any wait on it: connecting, the handshake, writing and reading.
            Time.Alarm alarm = time.alarm(limit.toNanos(), () -> close(socket));
            try {
                socket.connect(new InetSocketAddress(address, port), Math.toIntExact(limit.toMillis()));
                return exchange(secure ? secured(socket, uri.getHost(), port) : socket, uri, headers, body);
            } catch (IOException e) {
                if (time.nanoTime() - startNanos >= limit.toNanos()) {
                    SocketTimeoutException late =
                            new SocketTimeoutException("no reply within " + limit.toMillis() + " ms");
                    late.initCause(e);
                    throw late;
                }
                throw e;
            } finally {
                alarm.cancel();
            }
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // The next use of the socket will fail.
        }
    }

    /** Verifies the certificate against the host name of the URL, although the connection goes to an address. */
    private Socket secured(Socket socket, String host, int port) throws IOException {
        // An IPv6 address has brackets in a URL, but not in a certificate.
        String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        SSLSocket secured = (SSLSocket) tls.createSocket(socket, name, port, true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return secured;
    }

    private static Reply exchange(Socket socket, URI uri, Map<String, String> headers, byte[] body) throws IOException {
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        StringBuilder head = new StringBuilder("POST ")
                .append(path)
                .append(uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery())
                .append(" HTTP/1.1\r\nHost: ")
                .append(uri.getHost())
                .append(uri.getPort() > 0 ? ":" + uri.getPort() : "")
                .append("\r\nConnection: close\r\nContent-Length: ")
                .append(body.length)
                .append("\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        OutputStream out = socket.getOutputStream();
        out.write(head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
        out.write(body);
        out.flush();
        return read(new BufferedInputStream(socket.getInputStream()));
    }

    private static Reply read(InputStream in) throws IOException {
        int left = HEAD_BYTES_MAX;
        while (true) {
            List<String> lines = new ArrayList<>();
            for (String line = line(in, left); !line.isEmpty(); line = line(in, left)) {
                lines.add(line);
                left -= line.length() + 2;
            }
            String first = lines.isEmpty() ? "" : lines.get(0);
            if (!first.matches("HTTP/1\\.[01] [1-9][0-9]{2}( .*)?")) {
                throw new IOException("the reply is not HTTP");
            }
            int status = Integer.parseInt(first.substring(9, 12));
            // "100 Continue" and other interim responses precede the reply.
            if (status >= 200) {
                return new Reply(status, retryAfter(lines));
            }
        }
    }

    private static List<String> retryAfter(List<String> lines) {
        return lines.stream()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("retry-after:"))
                .map(line -> line.substring("retry-after:".length()).trim())
                .toList();
    }

    private static String line(InputStream in, int bytesMax) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new IOException("the connection ended in the middle of the reply");
            }
            if (line.length() >= bytesMax) {
                throw new IOException("the head of the reply is over " + HEAD_BYTES_MAX + " bytes");
            }
            line.append((char) b);
        }
        int end = line.length() - 1;
        return end >= 0 && line.charAt(end) == '\r' ? line.substring(0, end) : line.toString();
    }
}
