package dev.oncemore.torture.nemesis;

import dev.oncemore.torture.nemesis.node.LineProtocol;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The server that nodes report to, on the loopback address. Messages of one node are handled in order. */
final class NodeServer implements AutoCloseable {
    private static final String NO_REPLY_WANTED = "0";

    private final ServerSocket server;
    private final NodeLedger ledger;
    private final Function<String, Optional<NodeProcess>> members;

    NodeServer(NodeLedger ledger, Function<String, Optional<NodeProcess>> members) throws IOException {
        this.ledger = ledger;
        this.members = members;
        server = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
        start("torture-node-server", this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                start("torture-node-server-" + socket.getPort(), () -> serve(socket));
            } catch (IOException e) {
                // The server was closed, which ends the loop; or a node died while connecting.
            }
        }
    }

    private void serve(Socket socket) {
        try (socket;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                Writer out =
                        new BufferedWriter(new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8))) {
            socket.setTcpNoDelay(true);
            String hello = in.readLine();
            NodeProcess member = hello == null
                    ? null
                    : members.apply(LineProtocol.parse(hello).get(2)).orElse(null);
            if (member != null) {
                member.attach(out);
                listen(in, member);
            }
        } catch (IOException e) {
            // A node was killed.
        }
    }

    private void listen(BufferedReader in, NodeProcess member) throws IOException {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            List<String> words = LineProtocol.parse(line);
            String id = words.get(0);
            Optional<String> reply = ledger.handle(member, words.subList(1, words.size()));
            if (!id.equals(NO_REPLY_WANTED) && reply.isPresent()) {
                member.send("reply", id, reply.get());
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
