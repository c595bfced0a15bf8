package dev.oncemore.http.webhook;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A subscriber's endpoint for messages.
 *
 * @param id its name, 1 to 100 characters
 * @param uri its URL, see {@link AddressGuard}
 * @param secrets the signing secrets, 1 to 10: two during a rotation
 * @param disabledBecause why nothing is sent to it; null if it is enabled
 */
public record Endpoint(
        String id,
        URI uri,
        List<WebhookSecret> secrets,
        @Nullable String disabledBecause) {
    static final int SECRETS_MAX = 10;

    /** Checks the id and the number of secrets. */
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

    /** Creates an enabled endpoint. */
    public static Endpoint of(String id, URI uri, WebhookSecret... secrets) {
        return new Endpoint(id, uri, List.of(secrets), null);
    }

    /** Whether messages are sent to it. */
    public boolean isEnabled() {
        return disabledBecause == null;
    }

    /** A disabled copy, which receives no messages. */
    public Endpoint disabled(String because) {
        return new Endpoint(id, uri, secrets, because);
    }

    /** An enabled copy. */
    public Endpoint enabled() {
        return new Endpoint(id, uri, secrets, null);
    }

    /** Stores endpoints, most likely next to your customers. */
    public interface Registry {
        /** The endpoint with this id. */
        Optional<Endpoint> find(String id);

        /** Disables the endpoint because its owner responded with 410. */
        void disable(String id, String because);
    }
}
