package dev.oncemore.connector;

import dev.oncemore.retry.policy.Classification;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** A token endpoint (OAuth 2). It is called before the document is sent, so after its failures nothing was created. */
final class TokenEndpoint {
    private static final long LIFE_SECONDS = 300;
    private static final long LIFE_SECONDS_MAX = 86_400;
    /** Tokens are renewed this long before they expire, because a request takes a while. */
    private static final long MARGIN_SECONDS = 60;

    private final SystemClient http;
    private final URI url;
    private final String clientId;
    private final String clientSecret;
    private final boolean isClientInBody;
    private final String remedy;

    /**
     * An endpoint.
     *
     * @param isClientInBody whether the client's credentials go into the body instead of a header
     * @param remedy how an administrator fixes a refusal
     */
    TokenEndpoint(
            SystemClient http, URI url, String clientId, String clientSecret, boolean isClientInBody, String remedy) {
        this.http = http;
        this.url = url;
        this.clientId = clientId;
        this.clientSecret = clientSecret;
        this.isClientInBody = isClientInBody;
        this.remedy = remedy;
    }

    /**
     * A grant of tokens.
     *
     * @param access the token for requests
     * @param refresh the token for the next renewal; empty when there is none
     * @param life how long the access token is valid
     */
    record Grant(String access, String refresh, Duration life) {
        @Override
        public String toString() {
            return "a token for " + life;
        }
    }

    /** Requests a token. An interrupt does not end the wait, because a refresh token may be returned only once. */
    Grant ask(Map<String, String> fields) {
        Map<String, String> form = new LinkedHashMap<>(fields);
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json");
        if (isClientInBody) {
            form.put("client_id", clientId);
            form.put("client_secret", clientSecret);
        } else {
            request.header("Authorization", Authorization.basic(clientId, clientSecret));
        }
        HttpResponse<byte[]> response =
                sent(request.POST(BodyPublishers.ofString(encoded(form))).build());
        JsonNode answer = BoundedBody.json(response);
        String access = answer.path("access_token").asString("");
        if (response.statusCode() != 200 || access.isEmpty() || !Secret.fitsHeader(access)) {
            throw refused(response.statusCode());
        }
        long life = Math.max(1, answer.path("expires_in").asLong(LIFE_SECONDS) - MARGIN_SECONDS);
        return new Grant(
                access,
                answer.path("refresh_token").asString(""),
                Duration.ofSeconds(Math.min(life, LIFE_SECONDS_MAX)));
    }

    private static String encoded(Map<String, String> form) {
        return form.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private HttpResponse<byte[]> sent(HttpRequest request) {
        try {
            return http.sendUninterrupted(request);
        } catch (ConnectorException e) {
            ConnectorException failure = new ConnectorException(
                    Classification.transientFailure(
                            "no token from " + url.getHost() + " (" + e.getMessage() + "); nothing was sent"),
                    0,
                    false);
            failure.initCause(e);
            throw failure;
        }
    }

    private ConnectorException refused(int status) {
        String words = "no usable token from " + url.getHost() + ": HTTP " + status;
        boolean isForGood = status == 400 || status == 401 || status == 403;
        return new ConnectorException(
                isForGood ? Classification.rejected(words + "; " + remedy) : Classification.transientFailure(words),
                status,
                false);
    }
}
