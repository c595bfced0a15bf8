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
 * <p>Needs {@code com.github.codemonstur:embedded-redis} on the class path; what that depends on may be excluded. The
 * client is the test's own.
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

    /** A server of the caller's own. */
    public static RedisServer start() {
        return start(Map.of());
    }

    /** As {@link #start()}, with settings for {@code redis.conf} that go before ours. */
    public static RedisServer start(Map<String, String> settings) {
        return start(settings, false);
    }

    static RedisServer start(Map<String, String> settings, boolean shared) {
        return new RedisServer(settings, shared);
    }

    /** Where it listens, such as {@code redis://127.0.0.1:12345}. */
    public URI uri() {
        return URI.create("redis://" + Ports.LOOPBACK + ":" + port);
    }

    /** What no other test's keys begin with. */
    public String freshPrefix() {
        return "fresh-" + prefixes.incrementAndGet() + ":";
    }

    /** Whether it runs, which it does unless it was killed or closed. */
    public boolean isRunning() {
        return process.isRunning();
    }

    /**
     * Ends it as a crash does, with SIGKILL. Its data stays for {@link #restart}.
     *
     * @throws IllegalStateException when this is a shared one
     */
    public void kill() {
        process.kill();
    }

    /**
     * Starts it again on the same data and the same port. One that still runs is stopped first.
     *
     * @throws IllegalStateException when this is a shared one
     */
    public void restart() {
        process.restart();
    }

    /**
     * Ends it and deletes its data.
     *
     * @throws IllegalStateException when this is a shared one
     */
    @Override
    public void close() {
        process.close();
    }

    int port() {
        return port;
    }

    /** Sends one command and returns the answer. */
    String ask(String... command) throws IOException {
        try (RedisConnection connection = RedisConnection.open(port)) {
            return connection.ask(command);
        }
    }
}
