package dev.oncemore.observe.alert;

import dev.oncemore.http.webhook.WebhookSecret;
import java.net.URI;
import java.util.List;

/** A destination for alerts. */
public interface AlertChannel {
    /** Its name: 1 to 50 printable ASCII characters, without the secrets of its address. */
    String name();

    /**
     * Sends an alert. Exceptions are classified like those of any call; transient failures are retried.
     *
     * @param idempotencyKey the same for repetitions of this alert, so that the receiver can deduplicate it
     */
    void send(Alert alert, String idempotencyKey) throws Exception;

    /** POSTs the alert as JSON, with an {@code Idempotency-Key} header. */
    static AlertChannel webhook(URI url) {
        return new HttpChannel("webhook", url, HttpChannel::webhookBody);
    }

    /** As {@link #webhook(URI)}, signed with these secrets as Standard Webhooks has it. */
    static AlertChannel webhook(URI url, List<WebhookSecret> secrets) {
        return new HttpChannel("webhook", url, HttpChannel::webhookBody, secrets);
    }

    /** Posts to a Slack-compatible incoming webhook. Its address is a secret and is never shown. */
    static AlertChannel slack(URI url) {
        return new HttpChannel("slack", url, HttpChannel::slackBody);
    }

    /** Triggers a PagerDuty incident, with the routing key of an Events API v2 integration. */
    static AlertChannel pagerDuty(String routingKey) {
        return pagerDuty(routingKey, URI.create("https://events.pagerduty.com/v2/enqueue"));
    }

    /** As {@link #pagerDuty(String)}, at another address with the Events API v2. */
    static AlertChannel pagerDuty(String routingKey, URI url) {
        if (routingKey.isBlank()) {
            throw new IllegalArgumentException("a routing key must not be blank");
        }
        return new HttpChannel("pagerduty", url, alert -> HttpChannel.pagerDutyBody(routingKey, alert));
    }
}
