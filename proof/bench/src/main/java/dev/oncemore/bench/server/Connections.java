package dev.oncemore.bench.server;

import dev.oncemore.bench.measure.MeasuringException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Many connections that each send one request after the other. It is a minimal client, because client and server share the
 * CPU, and a full client would take most of it.
 */
final class Connections {
    private static final int CONNECTIONS = 64;
    private static final int STATUS_AT = 9;

    private final URI address;

    Connections(URI address) {
        this.address = address;
    }

    /** Writes the next request. */
    @FunctionalInterface
    interface Requests {
        String next(long number);
    }

    /** Sends requests for this long, and returns the expected responses per second. */
    double perSecond(Requests requests, int status, long lengthNanos) {
        AtomicLong numbers = new AtomicLong();
        AtomicLong answered = new AtomicLong();
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        long begin = System.nanoTime();
        try {
            List<Future<Void>> running = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                running.add(threads.submit((Callable<Void>) () -> {
                    send(requests, status, begin + lengthNanos, numbers, answered);
                    return null;
                }));
            }
            for (Future<Void> each : running) {
                each.get();
            }
            return answered.get() * 1e9 / (System.nanoTime() - begin);
        } catch (ExecutionException e) {
            throw new MeasuringException("a request failed: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MeasuringException("interrupted", e);
        } finally {
            threads.shutdownNow();
        }
    }

    private void send(Requests requests, int status, long endNanos, AtomicLong numbers, AtomicLong answered)
            throws IOException {
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.setTcpNoDelay(true);
            OutputStream out = socket.getOutputStream();
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (endNanos - System.nanoTime() > 0) {
                out.write(requests.next(numbers.incrementAndGet()).getBytes(StandardCharsets.US_ASCII));
                int answer = answer(in);
                if (answer != status) {
                    throw new IOException("the server answered " + answer + " instead of " + status);
                }
                answered.incrementAndGet();
            }
        }
    }

    /** Reads a response with a length, as all of this server have, and returns its status. */
    private static int answer(InputStream in) throws IOException {
        int status = Integer.parseInt(line(in).substring(STATUS_AT, STATUS_AT + 3));
        int length = 0;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring(header.indexOf(':') + 1).strip());
            }
        }
        in.skipNBytes(length);
        return status;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the server ended the connection");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }
}
