/**
 * Webhooks: messages to third-party endpoints. Each message is a task, so that it survives any crash and is retried
 * until it is delivered or given up; it is signed according to Standard Webhooks and sent to public addresses only.
 * Receivers verify it with {@link dev.oncemore.http.webhook.WebhookVerifier}.
 */
@NullMarked
package dev.oncemore.http.webhook;

import org.jspecify.annotations.NullMarked;
