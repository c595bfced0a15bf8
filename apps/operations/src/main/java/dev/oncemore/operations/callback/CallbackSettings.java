package dev.oncemore.operations.callback;

import dev.oncemore.http.webhook.AddressGuard;
import dev.oncemore.http.webhook.WebhookSecret;
import java.util.List;

/**
 * How callbacks are sent.
 *
 * @param secrets sign them, as Standard Webhooks has it: two while one replaces the other; empty if callbacks are off
 * @param guard the targets that are allowed
 */
public record CallbackSettings(List<WebhookSecret> secrets, AddressGuard guard) {
    /** Copies the secrets. */
    public CallbackSettings {
        secrets = List.copyOf(secrets);
    }

    /** No callbacks. */
    public static CallbackSettings none() {
        return new CallbackSettings(List.of(), AddressGuard.publicOnly());
    }
}
