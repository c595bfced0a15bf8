package dev.oncemore.http.webhook;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps endpoints in memory, for tests and for endpoints read from a file. */
public final class InMemoryEndpoints implements Endpoint.Registry {
    private static final int ENDPOINTS_MAX = 100_000;

    /** Creates an empty registry. */
    public InMemoryEndpoints() {}

    private final ConcurrentHashMap<String, Endpoint> endpoints = new ConcurrentHashMap<>();

    /** Adds an endpoint, or replaces the one with its id; up to 100,000. */
    public void save(Endpoint endpoint) {
        if (endpoints.size() >= ENDPOINTS_MAX && !endpoints.containsKey(endpoint.id())) {
            throw new IllegalStateException("a registry in memory holds at most " + ENDPOINTS_MAX + " endpoints");
        }
        endpoints.put(endpoint.id(), endpoint);
    }

    @Override
    public Optional<Endpoint> find(String id) {
        return Optional.ofNullable(endpoints.get(id));
    }

    @Override
    public void disable(String id, String because) {
        endpoints.computeIfPresent(id, (same, endpoint) -> endpoint.disabled(because));
    }
}
