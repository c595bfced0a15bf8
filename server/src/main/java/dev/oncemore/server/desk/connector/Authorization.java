package dev.oncemore.server.desk.connector;

import dev.oncemore.retry.policy.Verdict;
import dev.oncemore.time.Time;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Knows what to write into the header {@code Authorization}; fetches tokens where they have to be fetched. */
final class Authorization {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final long LIFE_SECONDS = 300;
    /** A token is renewed before its time, since a request takes a while. */
    private static final long MARGIN_SECONDS = 60;

    private final List<String> variables;
    private final @Nullable String fixed;
    private final Auth.@Nullable ClientCredentials client;
    private final String basic;
    private final HttpClient http;
    private final Time time;
    private @Nullable String token;
    private long tokenUntilNanos;

    Authorization(Auth auth, Map<String, String> environment, HttpClient http, Time time) {
        this.http = http;
        this.time = time;
        this.variables = auth.variables();
        if (auth instanceof Auth.ClientCredentials credentials) {
            fixed = null;
            client = credentials;
            basic = basic(
                    credentials.clientId().value(environment),
                    credentials.clientSecret().value(environment));
            return;
        }
        client = null;
        basic = "";
        if (auth instanceof Auth.Bearer bearer) {
            fixed = "Bearer " + bearer.token().headerValue(environment);
        } else if (auth instanceof Auth.Basic pair) {
            fixed = basic(pair.user().value(environment), pair.password().value(environment));
        } else {
            fixed = null;
        }
    }

    private static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    Optional<String> header() throws InterruptedException {
        return client == null ? Optional.ofNullable(fixed) : Optional.of("Bearer " + token(client));
    }

    /** What a person does about a refused secret. */
    String remedy() {
        return variables.isEmpty()
                ? "it wants to know who asks, and the connector's file says 'auth: none'"
                : "it does not accept " + String.join(" and ", variables)
                        + ": renew that, restart the server, and resend the rows";
    }

    /** It was refused: the next one asks for a new one. */
    synchronized void forget() {
        token = null;
    }

    private synchronized String token(Auth.ClientCredentials credentials) throws InterruptedException {
        String known = token;
        if (known != null && tokenUntilNanos - time.nanoTime() > 0) {
            return known;
        }
        String scope = credentials.scope() == null
                ? ""
                : "&scope=" + URLEncoder.encode(credentials.scope(), StandardCharsets.UTF_8);
        HttpResponse<byte[]> response = fetched(credentials, scope);
        JsonNode answer = Exchange.json(response);
        String fresh = answer.path("access_token").asString("");
        if (response.statusCode() != 200 || fresh.isEmpty() || !Secret.fitsHeader(fresh)) {
            throw refused(credentials, response.statusCode());
        }
        long life = Math.max(1, answer.path("expires_in").asLong(LIFE_SECONDS) - MARGIN_SECONDS);
        token = fresh;
        tokenUntilNanos =
                time.nanoTime() + Duration.ofSeconds(Math.min(life, 86_400)).toNanos();
        return fresh;
    }

    /** However this fails: the document itself was not sent yet, so nothing was created. */
    private HttpResponse<byte[]> fetched(Auth.ClientCredentials credentials, String scope) throws InterruptedException {
        try {
            return Exchange.send(
                    http,
                    HttpRequest.newBuilder(credentials.tokenUrl())
                            .timeout(LIMIT)
                            .header("Authorization", basic)
                            .header("Content-Type", "application/x-www-form-urlencoded")
                            .header("Accept", "application/json")
                            .POST(BodyPublishers.ofString("grant_type=client_credentials" + scope))
                            .build(),
                    LIMIT);
        } catch (IOException e) {
            ConnectorException failure = new ConnectorException(
                    Verdict.transientFailure(
                            "no token from " + credentials.tokenUrl().getHost() + " ("
                                    + e.getClass().getSimpleName() + "); nothing was sent"),
                    0,
                    false);
            failure.initCause(e);
            throw failure;
        }
    }

    private ConnectorException refused(Auth.ClientCredentials credentials, int status) {
        String words = "no usable token from " + credentials.tokenUrl().getHost() + ": HTTP " + status;
        boolean isForGood = status == 400 || status == 401 || status == 403;
        return new ConnectorException(
                isForGood ? Verdict.rejected(words + "; " + remedy()) : Verdict.transientFailure(words), status, false);
    }
}
