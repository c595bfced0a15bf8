package dev.oncemore.connector;

import dev.oncemore.time.Time;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tokens for a client's id and secret, which can be fetched at any time. */
final class ClientTokens implements Tokens {
    private final TokenEndpoint endpoint;
    private final Map<String, String> fields = new LinkedHashMap<>(Map.of("grant_type", "client_credentials"));
    private final Time time;
    private @Nullable String token;
    private long untilNanos;

    ClientTokens(TokenEndpoint endpoint, @Nullable String scope, Time time) {
        this.endpoint = endpoint;
        this.time = time;
        if (scope != null) {
            fields.put("scope", scope);
        }
    }

    @Override
    public synchronized String current() {
        if (token != null && untilNanos - time.nanoTime() > 0) {
            return token;
        }
        TokenEndpoint.Grant grant = endpoint.ask(fields);
        token = grant.access();
        untilNanos = time.nanoTime() + grant.life().toNanos();
        return grant.access();
    }

    @Override
    public synchronized void forget(String refused) {
        if (refused.equals(token)) {
            token = null;
        }
    }
}
