package dev.oncemore.connector;

import dev.oncemore.config.YamlPart;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a connector authenticates; its secrets are in the environment. */
sealed interface Auth {
    /** The environment variables of its secrets. */
    List<String> variables();

    /** No authentication. */
    record None() implements Auth {
        @Override
        public List<String> variables() {
            return List.of();
        }
    }

    /** A bearer token. */
    record Bearer(Secret token) implements Auth {
        @Override
        public List<String> variables() {
            return List.of(token.variable());
        }
    }

    /** Basic authentication with a name and a password. */
    record Basic(Secret user, Secret password) implements Auth {
        @Override
        public List<String> variables() {
            return List.of(user.variable(), password.variable());
        }
    }

    /** A token obtained with a client id and secret (OAuth 2, client credentials). */
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

    /** A token renewed with a refresh token, which may change at each renewal (OAuth 2). */
    record RefreshToken(URI tokenUrl, Secret clientId, Secret clientSecret, Secret refreshToken, boolean isClientInBody)
            implements Auth {
        @Override
        public List<String> variables() {
            return List.of(clientId.variable(), clientSecret.variable(), refreshToken.variable());
        }
    }

    /** The first of these whose secrets are all set. */
    record FirstOf(List<Auth> ways) implements Auth {
        @Override
        public List<String> variables() {
            return ways.stream()
                    .flatMap(way -> way.variables().stream())
                    .distinct()
                    .toList();
        }
    }

    /** The alternative to use: the first whose secrets are set, or the last, whose missing secrets are then reported. */
    default Auth chosen(Map<String, String> environment) {
        if (!(this instanceof FirstOf several)) {
            return this;
        }
        return several.ways().stream()
                .filter(way -> way.variables().stream()
                        .allMatch(name -> !environment.getOrDefault(name, "").isBlank()))
                .findFirst()
                .orElse(several.ways().get(several.ways().size() - 1));
    }

    /** Reads one way to authenticate, or a list of them. */
    static Auth read(YamlPart part) {
        if (!part.isList()) {
            return one(part);
        }
        List<Auth> ways = part.items().stream().map(Auth::one).toList();
        if (ways.isEmpty()) {
            throw part.fault("'auth' must not be empty");
        }
        return new FirstOf(ways);
    }

    /** Reads {@code none}, {@code {bearer: NAME}}, {@code {basic: …}}, {@code {clientCredentials: …}} or {@code {refreshToken: …}}. */
    private static Auth one(YamlPart part) {
        if (!part.isMapping()) {
            part.choice(List.of("none"));
            return new None();
        }
        Map<String, YamlPart> entries = part.only("bearer", "basic", "clientCredentials", "refreshToken")
                .entries();
        if (entries.size() != 1) {
            throw part.fault("'auth' needs exactly one of bearer, basic, clientCredentials, refreshToken");
        }
        if (entries.containsKey("bearer")) {
            return new Bearer(Secret.of(part.require("bearer")));
        }
        if (entries.containsKey("basic")) {
            YamlPart basic = part.require("basic").only("user", "password");
            return new Basic(Secret.of(basic.require("user")), Secret.of(basic.require("password")));
        }
        if (entries.containsKey("refreshToken")) {
            return refreshToken(part.require("refreshToken"));
        }
        YamlPart client = part.require("clientCredentials").only("tokenUrl", "clientId", "clientSecret", "scope");
        return new ClientCredentials(
                Addresses.of(client.require("tokenUrl")),
                Secret.of(client.require("clientId")),
                Secret.of(client.require("clientSecret")),
                client.find("scope").map(YamlPart::text).orElse(null));
    }

    private static Auth refreshToken(YamlPart part) {
        part.only("tokenUrl", "clientId", "clientSecret", "refreshToken", "clientIn");
        return new RefreshToken(
                Addresses.of(part.require("tokenUrl")),
                Secret.of(part.require("clientId")),
                Secret.of(part.require("clientSecret")),
                Secret.of(part.require("refreshToken")),
                part.find("clientIn")
                        .map(where -> where.choice(List.of("header", "body")).equals("body"))
                        .orElse(false));
    }
}
