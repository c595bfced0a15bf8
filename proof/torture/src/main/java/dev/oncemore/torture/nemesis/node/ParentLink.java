package dev.oncemore.torture.nemesis.node;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** A node's connection to its parent. When it breaks, the parent is gone, and the node ends. */
final class ParentLink {
    static final String REPLY = "reply";
    private static final String NO_REPLY_WANTED = "0";
    private static final int ORPHANED = 3;

    private final BufferedReader in;
    private final Writer out;
    private final AtomicLong requests = new AtomicLong();
    private final Map<String, CompletableFuture<String>> awaited = new ConcurrentHashMap<>();

    ParentLink(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        out = new BufferedWriter(new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8));
    }

    /** Dispatches replies to their waiting requests, and commands to this consumer, until the parent is gone. */
    void listen(Consumer<List<String>> commands) {
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                List<String> words = LineProtocol.parse(line);
                if (words.get(0).equals(REPLY)) {
                    CompletableFuture<String> request = awaited.remove(words.get(1));
                    if (request != null) {
                        request.complete(words.get(2));
                    }
                } else {
                    commands.accept(words);
                }
            }
        } catch (IOException e) {
            // As at the end of the stream, the parent is gone.
        }
        Runtime.getRuntime().halt(ORPHANED);
    }

    /** Sends a message without waiting for a reply. */
    void tell(String... words) {
        send(NO_REPLY_WANTED, words);
    }

    /** Sends a message and waits for the parent's reply. */
    String ask(String... words) throws InterruptedException {
        CompletableFuture<String> reply = request(words);
        try {
            return reply.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("replies do not fail", e);
        }
    }

    /** As {@link #ask}, but fails when the reply takes longer. */
    String ask(Duration atMost, String... words) throws InterruptedException, TimeoutException {
        CompletableFuture<String> reply = request(words);
        try {
            return reply.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException("replies do not fail", e);
        }
    }

    private CompletableFuture<String> request(String... words) {
        String id = Long.toString(requests.incrementAndGet());
        CompletableFuture<String> reply = new CompletableFuture<>();
        awaited.put(id, reply);
        send(id, words);
        return reply;
    }

    private void send(String id, String... words) {
        List<String> all = new ArrayList<>(words.length + 1);
        all.add(id);
        all.addAll(List.of(words));
        String line = LineProtocol.format(all);
        synchronized (out) {
            try {
                out.write(line);
                out.write('\n');
                out.flush();
            } catch (IOException e) {
                Runtime.getRuntime().halt(ORPHANED);
            }
        }
    }
}
