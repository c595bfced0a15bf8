package dev.oncemore.connector;

import dev.oncemore.time.Time;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Knows what to write into the header {@code Authorization}; fetches tokens where they have to be fetched. */
final class Authorization {
    private static final String BEARER = "Bearer ";

    private final String remedy;
    private final @Nullable String fixed;
    private final @Nullable Tokens tokens;
    private volatile String given = "";
    private volatile String accepted = "";

    private Authorization(String remedy, @Nullable String fixed, @Nullable Tokens tokens) {
        this.remedy = remedy;
        this.fixed = fixed;
        this.tokens = tokens;
    }

    /**
     * As a connector's file says.
     *
     * @param vault where refresh tokens are kept; null where nothing can be kept
     * @throws IllegalArgumentException when a secret is missing; the message names its variable
     */
    static Authorization of(
            ConnectorSpec spec,
            Map<String, String> environment,
            HttpClient http,
            Time time,
            InstantSource clock,
            @Nullable TokenVault vault) {
        Auth auth = spec.auth.chosen(environment);
        String remedy = remedy(auth.variables());
        if (auth instanceof Auth.Bearer bearer) {
            return new Authorization(remedy, BEARER + bearer.token().headerValue(environment), null);
        }
        if (auth instanceof Auth.Basic pair) {
            String header =
                    basic(pair.user().value(environment), pair.password().value(environment));
            return new Authorization(remedy, header, null);
        }
        if (auth instanceof Auth.ClientCredentials client) {
            TokenEndpoint endpoint = new TokenEndpoint(
                    http,
                    client.tokenUrl(),
                    client.clientId().value(environment),
                    client.clientSecret().value(environment),
                    false,
                    remedy);
            return new Authorization(remedy, null, new ClientTokens(endpoint, client.scope(), time));
        }
        if (auth instanceof Auth.RefreshToken refresh) {
            if (vault == null) {
                throw new IllegalArgumentException(
                        "the connector " + spec.name + " renews its tokens, for which a store is needed");
            }
            String secret = refresh.clientSecret().value(environment);
            String first = refresh.refreshToken().value(environment);
            String anew = "authorize this application anew, set "
                    + refresh.refreshToken().variable()
                    + " to the refresh token you get, restart the server, and resend the rows";
            TokenEndpoint endpoint = new TokenEndpoint(
                    http,
                    refresh.tokenUrl(),
                    refresh.clientId().value(environment),
                    secret,
                    refresh.isClientInBody(),
                    anew);
            return new Authorization(
                    "it does not accept a token that was just renewed: " + anew,
                    null,
                    new RefreshedTokens(spec.name, endpoint, first, vault, vault.seal(spec.name, secret), clock));
        }
        return new Authorization(remedy, null, null);
    }

    static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    private static String remedy(List<String> variables) {
        return variables.isEmpty()
                ? "it wants to know who asks, and the connector's file says 'auth: none'"
                : "it does not accept " + String.join(" and ", variables)
                        + ": renew that, restart the server, and resend the rows";
    }

    Optional<String> header() throws InterruptedException {
        if (tokens == null) {
            return Optional.ofNullable(fixed);
        }
        String header = BEARER + tokens.current();
        given = header;
        return Optional.of(header);
    }

    /** What a person does about a refused secret. */
    String remedy() {
        return remedy;
    }

    /** This header was accepted. */
    void accept(String header) {
        accepted = header;
    }

    /**
     * This header was refused: the next request asks for another token.
     *
     * @return whether that may help: it was good before, or others have another by now. A new one that is refused is a person's
     *     business, or it would be renewed over and over
     */
    boolean forget(String header) {
        if (tokens == null || !header.startsWith(BEARER)) {
            return false;
        }
        boolean isOutdated = header.equals(accepted) || !header.equals(given);
        tokens.forget(header.substring(BEARER.length()));
        return isOutdated;
    }
}
