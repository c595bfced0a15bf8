package dev.oncemore.connector;

import dev.oncemore.retry.RetryListener;
import dev.oncemore.time.Time;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The accounting systems of a server, by name. */
public final class Connectors {
    private final Map<String, AccountingSystem> systems = new LinkedHashMap<>();

    /**
     * Opens a client for each connector.
     *
     * @param vault where renewed tokens are stored; null when there is no store
     * @param listener hears of each request
     * @throws IllegalArgumentException when two have the same name, or a secret is missing
     */
    public Connectors(
            List<ConnectorSpec> specs,
            Map<String, String> environment,
            Time time,
            InstantSource clock,
            @Nullable TokenVault vault,
            RetryListener listener) {
        for (ConnectorSpec spec : specs) {
            systems.put(spec.name(), new AccountingSystem(spec, environment, time, clock, vault, listener));
        }
    }

    /** Their names; the first is the default. */
    public List<String> names() {
        return List.copyOf(systems.keySet());
    }

    /**
     * The system with this name, or the default if the name is empty.
     *
     * @throws IllegalArgumentException when there is none; the message names the available ones
     */
    public AccountingSystem find(String name) {
        return tryFind(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        systems.isEmpty()
                                ? "no accounting system is connected: start the server with --connector FILE or --sandbox URL"
                                : "unknown connector '" + name + "'; use one of "
                                        + String.join(", ", systems.keySet())));
    }

    /** The system with this name, or the default if the name is empty; empty when it is not connected. */
    public Optional<AccountingSystem> tryFind(String name) {
        return name.isEmpty() ? systems.values().stream().findFirst() : Optional.ofNullable(systems.get(name));
    }
}
