package dev.oncemore.http.webhook;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where somebody wants messages to be sent.
 *
 * @param id its name, 1 to 100 characters
 * @param uri where, see {@link AddressGuard}
 * @param secrets those that sign, 1 to 10: two while one replaces the other
 * @param disabledBecause why nothing is sent to it; null when it is enabled
 */
public record Endpoint(
        String id,
        URI uri,
        List<WebhookSecret> secrets,
        @Nullable String disabledBecause) {
    static final int SECRETS_MAX = 10;

    /** An endpoint. */
    public Endpoint {
        if (id.isBlank() || id.length() > 100) {
            throw new IllegalArgumentException(
                    "an endpoint's id must have 1 to 100 characters, but has " + id.length());
        }
        secrets = List.copyOf(secrets);
        if (secrets.isEmpty() || secrets.size() > SECRETS_MAX) {
            throw new IllegalArgumentException(
                    "an endpoint must have 1 to " + SECRETS_MAX + " secrets, but has " + secrets.size());
        }
    }

    /** An enabled one. */
    public static Endpoint of(String id, URI uri, WebhookSecret... secrets) {
        return new Endpoint(id, uri, List.of(secrets), null);
    }

    /** Whether messages are sent to it. */
    public boolean isEnabled() {
        return disabledBecause == null;
    }

    /** The same, to which nothing is sent any more. */
    public Endpoint disabled(String because) {
        return new Endpoint(id, uri, secrets, because);
    }

    /** The same, to which messages are sent again. */
    public Endpoint enabled() {
        return new Endpoint(id, uri, secrets, null);
    }

    /** Where endpoints are kept: beside your customers, most likely. */
    public interface Registry {
        /** The endpoint with this id. */
        Optional<Endpoint> find(String id);

        /** From now on nothing is sent to it, because its owner said so, by answering 410. */
        void disable(String id, String because);
    }
}
