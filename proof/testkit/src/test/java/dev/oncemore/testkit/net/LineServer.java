package dev.oncemore.testkit.net;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers every line that it is sent, and answers that it is done. */
final class LineServer implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<String> seen = new CopyOnWriteArrayList<>();

    LineServer() throws IOException {
        inBackground(() -> {
            while (true) {
                Socket socket = listener.accept();
                inBackground(() -> serve(socket));
            }
        });
    }

    int port() {
        return listener.getLocalPort();
    }

    List<String> seen() {
        return seen;
    }

    private void serve(Socket socket) throws IOException {
        try (socket) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                seen.add(line);
                socket.getOutputStream().write(("done " + line + "\n").getBytes(StandardCharsets.US_ASCII));
            }
        }
    }

    private static void inBackground(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // The connection or the server was closed.
                    }
                },
                "line-server");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private interface Work {
        void run() throws IOException;
    }
}
