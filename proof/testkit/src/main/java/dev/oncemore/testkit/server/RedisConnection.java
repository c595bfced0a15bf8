package dev.oncemore.testkit.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A minimal Redis client that can ping a server and join a cluster, so that the kit needs no client library. */
final class RedisConnection implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 5_000;

    private final Socket socket;
    private final InputStream input;

    private RedisConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.input = new BufferedInputStream(socket.getInputStream());
    }

    static RedisConnection open(int port) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(Ports.address(port), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            return new RedisConnection(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Sends a command and returns the reply; the parts of a list are separated by blanks, and nil is empty. */
    String ask(String... command) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(line("*" + command.length));
        for (String word : command) {
            byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
            request.writeBytes(line("$" + bytes.length));
            request.writeBytes(bytes);
            request.writeBytes(line(""));
        }
        socket.getOutputStream().write(request.toByteArray());
        return answer();
    }

    private String answer() throws IOException {
        String line = readLine();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+', ':' -> rest;
            case '$' -> bulk(Integer.parseInt(rest));
            case '*' -> list(Integer.parseInt(rest));
            default -> throw new IOException("Redis answered " + line);
        };
    }

    private String bulk(int length) throws IOException {
        if (length < 0) {
            return "";
        }
        byte[] bytes = input.readNBytes(length);
        readLine();
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private String list(int size) throws IOException {
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < size; i++) {
            words.append(i == 0 ? "" : " ").append(answer());
        }
        return words.toString();
    }

    private String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = input.read(); c != '\n'; c = input.read()) {
            if (c < 0) {
                throw new EOFException("Redis closed the connection");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    private static byte[] line(String text) {
        return (text + "\r\n").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
