package dev.oncemore.torture.doors;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection that writes what it likes. */
final class Wire implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;
    private static final int ANSWER_MAX = 64 << 10;

    private final Socket socket;

    private Wire(Socket socket) {
        this.socket = socket;
    }

    /** Connects from an address of loopback, so that the server can tell clients apart. */
    static Wire connect(String from, int port) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setReuseAddress(true);
            try {
                socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
            } catch (IOException e) {
                // Elsewhere than on Linux loopback has one address: everybody is one client then.
                socket.close();
                socket = new Socket();
            }
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            return new Wire(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    void write(String text) throws IOException {
        write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    void breakOff() throws IOException {
        socket.shutdownOutput();
    }

    /** The status of the answer; 0 when there is none. */
    int status() throws IOException {
        InputStream in = socket.getInputStream();
        byte[] start = in.readNBytes("HTTP/1.1 200".length());
        String line = new String(start, StandardCharsets.ISO_8859_1);
        in.skip(Math.min(in.available(), ANSWER_MAX));
        return line.startsWith("HTTP/1.1 ") && line.length() == "HTTP/1.1 200".length()
                ? Integer.parseInt(line.substring("HTTP/1.1 ".length()))
                : 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
