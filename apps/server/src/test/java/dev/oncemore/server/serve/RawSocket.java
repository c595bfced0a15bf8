package dev.oncemore.server.serve;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A client that writes what it likes, and reads until the server closes the connection. */
final class RawSocket {
    private static final int PATIENCE_MILLIS = 60_000;

    private RawSocket() {}

    /** Sends this and reads to the end; fails if the server keeps the connection open. */
    static String exchange(URI server, String text) throws IOException {
        return exchange(server, text, false);
    }

    /** As {@link #exchange}, and sends no more after that. */
    static String breakOff(URI server, String text) throws IOException {
        return exchange(server, text, true);
    }

    private static String exchange(URI server, String text, boolean isEnd) throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            try {
                socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
                if (isEnd) {
                    socket.shutdownOutput();
                }
            } catch (SocketException e) {
                // Refused before everything was sent; the answer is there all the same.
            }
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
