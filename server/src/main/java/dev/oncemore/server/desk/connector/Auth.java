package dev.oncemore.server.desk.connector;

import dev.oncemore.server.config.YamlPart;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a connector says who it is; the secrets are in the environment. */
sealed interface Auth {
    /** The environment variables that its secrets are in. */
    List<String> variables();

    /** It does not. */
    record None() implements Auth {
        @Override
        public List<String> variables() {
            return List.of();
        }
    }

    /** With a token. */
    record Bearer(Secret token) implements Auth {
        @Override
        public List<String> variables() {
            return List.of(token.variable());
        }
    }

    /** With a name and a password. */
    record Basic(Secret user, Secret password) implements Auth {
        @Override
        public List<String> variables() {
            return List.of(user.variable(), password.variable());
        }
    }

    /** With a token that it gets for its client id and secret (OAuth 2, client credentials). */
    record ClientCredentials(
            URI tokenUrl,
            Secret clientId,
            Secret clientSecret,
            @Nullable String scope) implements Auth {
        @Override
        public List<String> variables() {
            return List.of(clientId.variable(), clientSecret.variable());
        }
    }

    /** Reads {@code none}, {@code {bearer: NAME}}, {@code {basic: …}} or {@code {clientCredentials: …}}. */
    static Auth read(YamlPart part) {
        if (!part.isMapping()) {
            part.choice(List.of("none"));
            return new None();
        }
        Map<String, YamlPart> entries =
                part.only("bearer", "basic", "clientCredentials").entries();
        if (entries.size() != 1) {
            throw part.fault("'auth' needs exactly one of bearer, basic, clientCredentials");
        }
        if (entries.containsKey("bearer")) {
            return new Bearer(Secret.of(part.require("bearer")));
        }
        if (entries.containsKey("basic")) {
            YamlPart basic = part.require("basic").only("user", "password");
            return new Basic(Secret.of(basic.require("user")), Secret.of(basic.require("password")));
        }
        YamlPart client = part.require("clientCredentials").only("tokenUrl", "clientId", "clientSecret", "scope");
        return new ClientCredentials(
                Addresses.of(client.require("tokenUrl")),
                Secret.of(client.require("clientId")),
                Secret.of(client.require("clientSecret")),
                client.find("scope").map(YamlPart::text).orElse(null));
    }
}
