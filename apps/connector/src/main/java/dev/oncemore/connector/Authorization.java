package dev.oncemore.connector;

import dev.oncemore.time.Time;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Provides the value of the {@code Authorization} header, and fetches tokens as needed. */
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
     * The authorization that a connector file describes.
     *
     * @param vault where refresh tokens are stored; null when there is no store
     * @throws IllegalArgumentException when a secret is missing; the message names its variable
     */
    static Authorization of(
            ConnectorSpec spec,
            Map<String, String> environment,
            SystemClient http,
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
                        "the connector " + spec.name + " renews its tokens, which needs a store");
            }
            String secret = refresh.clientSecret().value(environment);
            String first = refresh.refreshToken().value(environment);
            String anew = "authorize this application again, set "
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
                    "it refuses a token that was just renewed: " + anew,
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
                ? "it requires authentication, but the connector file has 'auth: none'"
                : "it refuses " + String.join(" and ", variables)
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

    /** How an administrator fixes a refused secret. */
    String remedy() {
        return remedy;
    }

    /** Notes that a request with this header was accepted. */
    void accept(String header) {
        accepted = header;
    }

    /**
     * Notes that this header was refused, so that the next request gets another token.
     *
     * @return whether another token may help: this one was accepted before, or has been replaced meanwhile. A new token that is
     *     refused needs an administrator; otherwise it would be renewed over and over
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
