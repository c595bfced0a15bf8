package dev.oncemore.operations.alert;

import dev.oncemore.http.webhook.WebhookSecret;
import dev.oncemore.observe.alert.AlertChannel;
import dev.oncemore.time.Durations;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where alerts go. The address of Slack and the key of PagerDuty are secrets: they are never shown.
 *
 * @param slack the address of a Slack-compatible incoming webhook; null without one
 * @param pagerDutyKey the routing key of an Events API v2 integration; null without one
 * @param pagerDutyUrl where that API is
 * @param webhook any other receiver of JSON; null without one
 * @param webhookSecrets sign what goes to the webhook, as Standard Webhooks has it; empty for no signature
 * @param quiet how long the same alert is not sent again, whatever happens
 */
public record AlertSettings(
        @Nullable URI slack,
        @Nullable String pagerDutyKey,
        URI pagerDutyUrl,
        @Nullable URI webhook,
        List<WebhookSecret> webhookSecrets,
        Duration quiet) {
    /** PagerDuty's own. */
    public static final URI PAGERDUTY = URI.create("https://events.pagerduty.com/v2/enqueue");

    private static final Duration QUIET = Duration.ofHours(1);
    private static final Duration QUIET_MIN = Duration.ofMinutes(1);
    private static final Duration QUIET_MAX = Duration.ofDays(7);

    /** Checks them. */
    public AlertSettings {
        webhookSecrets = List.copyOf(webhookSecrets);
        if (webhook == null && !webhookSecrets.isEmpty()) {
            throw new IllegalArgumentException("a secret for the webhook of alerts is set, but no webhook");
        }
        if (pagerDutyKey != null) {
            routingKey(pagerDutyKey);
        }
        if (quiet.compareTo(QUIET_MIN) < 0 || quiet.compareTo(QUIET_MAX) > 0) {
            throw new IllegalArgumentException("the quiet time of alerts must be " + Durations.format(QUIET_MIN)
                    + " to " + Durations.format(QUIET_MAX) + ", but is " + Durations.format(quiet));
        }
    }

    /** No alerts. */
    public static AlertSettings none() {
        return new AlertSettings(null, null, PAGERDUTY, null, List.of(), QUIET);
    }

    /** The channels, by name. */
    List<AlertChannel> channels() {
        List<AlertChannel> channels = new ArrayList<>();
        if (slack != null) {
            channels.add(AlertChannel.slack(slack));
        }
        if (pagerDutyKey != null) {
            channels.add(AlertChannel.pagerDuty(pagerDutyKey, pagerDutyUrl));
        }
        if (webhook != null) {
            channels.add(
                    webhookSecrets.isEmpty()
                            ? AlertChannel.webhook(webhook)
                            : AlertChannel.webhook(webhook, webhookSecrets));
        }
        return channels;
    }

    /** Reads an address. */
    public static URI address(String text) {
        URI address;
        try {
            address = URI.create(text.strip());
        } catch (IllegalArgumentException e) {
            // Omits the cause, which would quote the address, and that may be a secret.
            throw new IllegalArgumentException("this is not an address; write one such as https://example.com/alerts");
        }
        boolean isHttp = "https".equals(address.getScheme()) || "http".equals(address.getScheme());
        if (!isHttp || address.getHost() == null) {
            throw new IllegalArgumentException("this is not an address; write one such as https://example.com/alerts");
        }
        return address;
    }

    /** Reads a routing key of PagerDuty. */
    public static String routingKey(String text) {
        if (!text.matches("[0-9A-Za-z]{20,64}")) {
            throw new IllegalArgumentException("a routing key of PagerDuty has 32 letters and digits");
        }
        return text;
    }

    /** Reads secrets with commas between them: two while one replaces the other. */
    public static List<WebhookSecret> secrets(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .map(WebhookSecret::parse)
                .toList();
    }

    /** Reads how long the same alert is not sent again. */
    public static Duration quiet(String text) {
        return new AlertSettings(null, null, PAGERDUTY, null, List.of(), Durations.parse(text.strip())).quiet();
    }

    @Override
    public String toString() {
        return "alerts to " + channels();
    }
}
