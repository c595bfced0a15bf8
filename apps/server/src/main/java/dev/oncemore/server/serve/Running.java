package dev.oncemore.server.serve;

import dev.oncemore.OncemoreException;
import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import io.javalin.util.JavalinBindException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A server, and the sandbox beside it if there is one. They start and end together. */
public final class Running implements AutoCloseable {
    private static final String DOCUMENTS = "sandbox.jsonl";

    private final Server server;
    private final @Nullable Sandbox sandbox;

    private Running(Server server, @Nullable Sandbox sandbox) {
        this.server = server;
        this.sandbox = sandbox;
    }

    /** Starts a server with the desk that its settings name. */
    static Running alone(ServerSettings settings, Map<String, String> environment) {
        return new Running(server(settings, environment), null);
    }

    /**
     * Starts a sandbox that keeps its documents beside the store, and a server whose desk sends to it.
     *
     * @param desk makes the desk's settings once the sandbox's address is known
     */
    public static Running withSandbox(
            ServerSettings settings,
            SandboxSettings beside,
            Function<Sandbox, DeskSettings> desk,
            Map<String, String> environment) {
        Sandbox sandbox;
        try {
            sandbox = Sandbox.start(beside, documents(settings.store()));
        } catch (JavalinBindException e) {
            throw new OncemoreException(
                    "port " + beside.port() + " for the sandbox is taken; choose another with --sandbox-port", e);
        }
        try {
            return new Running(server(settings.desk(desk.apply(sandbox)), environment), sandbox);
        } catch (RuntimeException e) {
            sandbox.close();
            throw e;
        }
    }

    /** Beside an embedded store: what the server knows as created is there after a restart. */
    private static Path documents(StoreUrl store) {
        Path file = store.file();
        return file == null ? Path.of("data", DOCUMENTS) : file.resolveSibling(DOCUMENTS);
    }

    private static Server server(ServerSettings settings, Map<String, String> environment) {
        try {
            return Server.start(settings, environment);
        } catch (JavalinBindException e) {
            throw new OncemoreException("port " + settings.port() + " is taken; choose another with --port", e);
        }
    }

    /** The server. */
    public Server server() {
        return server;
    }

    /** The sandbox beside it. */
    public Optional<Sandbox> sandbox() {
        return Optional.ofNullable(sandbox);
    }

    /** Ends the server first: what it is sending is answered. */
    @Override
    public void close() {
        server.close();
        if (sandbox != null) {
            sandbox.close();
        }
    }
}
