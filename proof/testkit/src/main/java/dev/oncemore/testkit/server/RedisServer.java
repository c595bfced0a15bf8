package dev.oncemore.testkit.server;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A real Redis that acknowledges a write only when its log is on disk, and evicts nothing.
 *
 * <p>Needs {@code com.github.codemonstur:embedded-redis} on the class path, without its dependencies. Tests bring their own
 * client.
 */
public final class RedisServer implements AutoCloseable {
    private static final Shared<RedisServer> SHARED = new Shared<>(() -> new RedisServer(Map.of(), true));

    private static final Map<String, String> SETTINGS = Map.of(
            "bind", Ports.LOOPBACK,
            "appendonly", "yes",
            "appendfsync", "always",
            "save", "",
            "maxmemory-policy", "noeviction");

    private final int port = Ports.free();
    private final AtomicLong prefixes = new AtomicLong();
    private final ServerProcess process;

    private RedisServer(Map<String, String> settings, boolean shared) {
        Workplace workplace = Workplace.ofUser();
        Path program = RedisInstallation.program(workplace);
        Path folder = workplace.instance("redis");
        process = ServerProcess.start(
                new ServerProcess.Program(
                        "Redis", command(program, folder, settings), "TERM", "KILL", () -> ask("PING")),
                folder,
                shared);
    }

    private List<String> command(Path program, Path folder, Map<String, String> settings) {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        Map<String, String> all = new LinkedHashMap<>(SETTINGS);
        all.putAll(settings);
        all.put("port", Integer.toString(port));
        all.put("dir", folder.toString());
        all.forEach((name, value) -> command.addAll(List.of("--" + name, value)));
        return command;
    }

    /** The server of this JVM, which is started by the first call. */
    public static RedisServer shared() {
        return SHARED.get();
    }

    /** Starts a server for the caller alone. */
    public static RedisServer start() {
        return start(Map.of());
    }

    /** As {@link #start()}, with settings for {@code redis.conf} that override the kit's. */
    public static RedisServer start(Map<String, String> settings) {
        return start(settings, false);
    }

    static RedisServer start(Map<String, String> settings, boolean shared) {
        return new RedisServer(settings, shared);
    }

    /** Its address, such as {@code redis://127.0.0.1:12345}. */
    public URI uri() {
        return URI.create("redis://" + Ports.LOOPBACK + ":" + port);
    }

    /** A new prefix for one test's keys. */
    public String freshPrefix() {
        return "fresh-" + prefixes.incrementAndGet() + ":";
    }

    /** Whether the server runs; false after a kill or close. */
    public boolean isRunning() {
        return process.isRunning();
    }

    /**
     * Kills the server like a crash, with SIGKILL. Its data stays for {@link #restart}.
     *
     * @throws IllegalStateException when this is a shared server
     */
    public void kill() {
        process.kill();
    }

    /**
     * Starts the server again on the same data and port. A running server is stopped first.
     *
     * @throws IllegalStateException when this is a shared server
     */
    public void restart() {
        process.restart();
    }

    /**
     * Stops the server and deletes its data.
     *
     * @throws IllegalStateException when this is a shared server
     */
    @Override
    public void close() {
        process.close();
    }

    int port() {
        return port;
    }

    /** Sends one command and returns the reply. */
    String ask(String... command) throws IOException {
        try (RedisConnection connection = RedisConnection.open(port)) {
            return connection.ask(command);
        }
    }
}
