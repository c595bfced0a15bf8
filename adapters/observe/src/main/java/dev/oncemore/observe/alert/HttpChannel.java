package dev.oncemore.observe.alert;

import dev.oncemore.OncemoreException;
import dev.oncemore.http.HttpClassifications;
import dev.oncemore.http.RetryHeaders;
import dev.oncemore.http.webhook.WebhookSecret;
import dev.oncemore.http.webhook.WebhookSignature;
import dev.oncemore.observe.json.JsonObject;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.time.WallClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Sends JSON by POST. Redirects are not followed: they could disclose the alert, and perhaps a secret, to another
 * party.
 */
final class HttpChannel implements AlertChannel {
    private static final Duration CONNECT_AT_MOST = Duration.ofSeconds(5);
    private static final Duration ANSWER_AT_MOST = Duration.ofSeconds(10);
    private static final String SOURCE = "oncemore";

    private final String name;
    private final URI url;
    private final Function<Alert, JsonObject> body;
    private final List<WebhookSecret> secrets;
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(CONNECT_AT_MOST)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    HttpChannel(String name, URI url, Function<Alert, JsonObject> body) {
        this(name, url, body, List.of());
    }

    HttpChannel(String name, URI url, Function<Alert, JsonObject> body, List<WebhookSecret> secrets) {
        if (!("https".equals(url.getScheme()) || "http".equals(url.getScheme())) || url.getHost() == null) {
            throw new IllegalArgumentException(
                    "the address of " + name + " must start with https:// or http:// and have a host");
        }
        this.name = name;
        this.url = url;
        this.body = body;
        this.secrets = List.copyOf(secrets);
    }

    static JsonObject webhookBody(Alert alert) {
        return new JsonObject()
                .add("name", alert.name())
                .add("subject", alert.subject())
                .add("severity", alert.severity().lower())
                .add("summary", alert.summary())
                .add("source", SOURCE);
    }

    static JsonObject slackBody(Alert alert) {
        String text = "[" + alert.severity() + "] " + alert.summary();
        return new JsonObject()
                .add("text", text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
    }

    static JsonObject pagerDutyBody(String routingKey, Alert alert) {
        JsonObject payload = new JsonObject()
                .add("summary", alert.summary())
                .add("source", SOURCE)
                .add("severity", alert.severity().lower())
                .add("component", alert.subject())
                .add("class", alert.name());
        return new JsonObject()
                .add("routing_key", routingKey)
                .add("event_action", "trigger")
                .add("dedup_key", alert.key())
                .add("payload", payload);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void send(Alert alert, String idempotencyKey) throws IOException, InterruptedException {
        byte[] content = body.apply(alert).toString().getBytes(StandardCharsets.UTF_8);
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .timeout(ANSWER_AT_MOST)
                .header("Content-Type", "application/json; charset=utf-8")
                .header(RetryHeaders.IDEMPOTENCY_KEY, RetryHeaders.key(idempotencyKey))
                .POST(HttpRequest.BodyPublishers.ofByteArray(content));
        if (!secrets.isEmpty()) {
            WebhookSignature.headers(
                            secrets,
                            idempotencyKey.replace('.', '-'),
                            WallClock.system().instant(),
                            content)
                    .forEach(request::header);
        }
        int status = client.send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
        if (status < 200 || status >= 300) {
            throw new RefusedException(name, status);
        }
    }

    @Override
    public String toString() {
        return name + " at " + url.getHost();
    }

    /** The receiver refused the alert. */
    private static final class RefusedException extends OncemoreException implements Classified {
        private static final long serialVersionUID = 1L;

        private final int status;

        RefusedException(String channel, int status) {
            super(channel + " answered HTTP " + status + "; check its address and credentials");
            this.status = status;
        }

        @Override
        public Classification classification() {
            Classification known = HttpClassifications.of(status, Optional.empty());
            return known != null ? known : Classification.permanent("HTTP " + status);
        }
    }
}
